/// When each event is due: one anchor, and no sum of rounded steps that could drift.
///
/// due = start + (timestamp - first) / speed, in 128-bit arithmetic, exact to 1 ns for any speed that is a
/// multiple of 10⁻⁹.
public struct PlaybackSchedule: Sendable {
  let start: Int64
  let first: Int64
  /// The speed in billionths.
  let billionths: Int128

  /// Anchors the first timestamp at `start` ns.
  ///
  /// - Precondition: `speed` is in 1e-9...1e9.
  public init(start: Int64, first: Int64, speed: Double) {
    precondition(speed >= 1e-9 && speed <= 1e9, "the speed must be in 1e-9...1e9")
    self.start = start
    self.first = first
    billionths = Int128((speed * 1e9).rounded())
  }

  /// When an event is due, in ns on the clock of `start`; `Int64.max` if that is beyond the clock.
  public func due(_ timestamp: Int64) -> Int64 {
    let elapsed = (Int128(timestamp) - Int128(first)) * 1_000_000_000 / billionths
    return Int64(clamping: Int128(start) + elapsed)
  }

  /// The timestamp that is due at `now`, in ns on the clock of `start`; rounded down.
  public func timestamp(at now: Int64) -> Int64 {
    let elapsed = (Int128(now) - Int128(start)) * billionths
    // Down, also before the start, which division alone would round towards it.
    let (quotient, rest) = elapsed.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: Int128(first) + (rest < 0 ? quotient - 1 : quotient))
  }
}
