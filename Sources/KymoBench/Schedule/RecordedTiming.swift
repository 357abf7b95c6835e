/// The timing of a recording that is repeated, one mean gap after its last event.
///
/// Offsets of a recording of N events are in units of 1/(N - 1) ns: they make the period, which is the span
/// and one mean gap, a whole number: N · span. A mean gap is the span in these units.
struct RecordedTiming: Sendable, Equatable {
  /// When the events were recorded, in ns, ascending; two at least.
  let timestamps: [Int64]
  /// The time from the first to the last, above 0.
  let span: Int64
  /// The worth of a unit in the plan, in ns.
  let ratio: ExactRatio

  /// When the event at a place is due, in ns; nil if that is beyond the clock.
  ///
  /// - Complexity: O(1).
  func offset(at place: Int) -> Int64? {
    let (repetition, position) = place.quotientAndRemainder(dividingBy: timestamps.count)
    let repeated = UInt128(repetition) * UInt128(timestamps.count)
    let offset = UInt128(timestamps[position] - timestamps[0]) * UInt128(timestamps.count - 1)
    let (units, overflow) = repeated.multipliedReportingOverflow(by: UInt128(span))
    return overflow ? nil : ratio.scaled(units + offset)
  }

  /// The mean gap in the plan, in ns.
  var meanGap: Double { ratio.approximate * Double(span) }
}
