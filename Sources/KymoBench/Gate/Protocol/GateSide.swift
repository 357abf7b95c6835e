/// One of the two builds that a gate compares.
public enum GateSide: String, Sendable, CaseIterable {
  /// The build that is compared with.
  case base = "BASE"
  /// The build that is judged.
  case head = "HEAD"
}

extension GateRole {
  /// Which build it is measured of.
  public var side: GateSide { self == .base || self == .control ? .base : .head }
}
