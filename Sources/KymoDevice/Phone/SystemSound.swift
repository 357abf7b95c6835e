/// A sound that the system plays by itself, without a player.
public enum SystemSound: Sendable, Hashable {
  /// The motor: not a sound, but played like one.
  case vibration
  /// `laser.wav`, which is built in and takes 0.6 s.
  case laser
  /// A file of that duration in ns, 0 and up.
  case file(durationNanoseconds: Int64)

  /// How long it plays in ns; 0 for a vibration, which has no limit to keep.
  public var durationNanoseconds: Int64 {
    switch self {
    case .vibration: 0
    case .laser: 600_000_000
    case .file(let durationNanoseconds): durationNanoseconds
    }
  }
}
