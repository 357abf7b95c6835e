extension SyntheticSession {
  /// The subject that a synthetic session imitates; the raw values are stable identifiers.
  public enum Kind: String, Sendable, CaseIterable {
    /// Somebody walking with the phone in the hand, for two minutes.
    case walk
    /// A car: ten minutes with bends, stops, a tunnel, poor and repeated fixes.
    case drive
    /// A phone on a table, for one minute.
    case still
    /// Whatever breaks programs: late, equal, distant and out-of-range events, for one minute.
    case adversarial

    /// The duration in ns where none is asked for.
    public var usualDurationNanoseconds: Int64 {
      switch self {
      case .walk: 120_000_000_000
      case .drive: 600_000_000_000
      case .still, .adversarial: 60_000_000_000
      }
    }

    /// The samples per second where none are asked for.
    public var usualAccelerometerHertz: Double { self == .drive ? 50 : 100 }
  }
}
