public import KymoBridge

/// The use of a page by somebody: calls, and the time between them.
///
/// Conform to it for a page of your own. Everything random in it comes from the seed: then a ``PageSession`` of that seed is always the same.
public protocol PageScript {
  /// The name of the page in the origin of its sessions.
  static var page: String { get }

  /// Starts the script of a page that keeps the rules of `mode`.
  init(seed: UInt64, mode: CallMode)

  /// Whether something was begun that is not through. Towards the end of a session nothing is begun any more.
  var isInRound: Bool { get }

  /// How long the user waits before the next call, in ns, more than 0.
  mutating func pause() -> Int64

  /// How long native code takes to acknowledge a call, in ns, 0 or more.
  mutating func acknowledgement() -> Int64

  /// The calls that are made at once; what is more than the page's queue holds is lost.
  mutating func next() -> [SyntheticCall]
}
