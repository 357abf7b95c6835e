/// The time that only moves forward; for limits, and for pacing what people see, never for results.
package enum MonotonicTime {
  private static let start = ContinuousClock.now

  /// Nanoseconds since the first call; never negative.
  package static func nanoseconds() -> Int64 {
    // Before the clock is looked at: the first call would be before its own start.
    let start = Self.start
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// The moment that is so many ns from now; of more than there are, the last one.
  package static func nanoseconds(after duration: Int64) -> Int64 {
    let (moment, hasOverflowed) = nanoseconds().addingReportingOverflow(max(0, duration))
    return hasOverflowed ? .max : moment
  }
}
