/// The time that only moves forward; for pacing what people see, never for results.
enum MonotonicTime {
  private static let start = ContinuousClock.now

  /// Nanoseconds since the first call; never negative.
  static func nanoseconds() -> Int64 {
    // Before the clock is looked at: the first call would be before its own start.
    let start = Self.start
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
