/// The choice of what an import does about times in which no channel has an event.
public enum GapPolicy: Sendable, Equatable {
  /// Times stay as they are.
  case keep
  /// A longer one is made as long as this, in ns: what follows is moved back.
  case cap(Int64)
  /// At a longer one, in ns, a further recording begins.
  case split(Int64)

  /// The content of the gaps that were met.
  public struct Outcome: Sendable, Equatable {
    /// How many were longer than the limit.
    public internal(set) var count = 0
    /// The longest of them, in ns.
    public internal(set) var longest: Int64 = 0
    /// How much was taken out, in ns.
    public internal(set) var removed: Int64 = 0
  }

  /// Whether recordings end at gaps.
  public var isSplit: Bool { if case .split = self { true } else { false } }

  /// The longest gap that is none, in ns.
  var limit: Int64 {
    switch self {
    case .keep: .max
    case .cap(let limit), .split(let limit): limit
    }
  }
}
