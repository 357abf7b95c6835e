/// How the calls of a session are read.
public struct CallRules: Sendable, Equatable {
  /// Whose rules hold.
  public var mode: CallMode
  /// The folders of the pages that may call; an empty one allows the bare `call?…`.
  public var bases: [String]
  /// How large a message may be.
  public var limits: BridgeLimits

  /// The bare `call?…`, strictly, unless given.
  public init(
    mode: CallMode = .strict,
    bases: [String] = [""],
    limits: BridgeLimits = BridgeLimits()
  ) {
    self.mode = mode
    self.bases = bases
    self.limits = limits
  }
}
