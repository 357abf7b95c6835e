/// Sums and differences of logical times in ns that stop at the ends of `Int64` instead of trapping.
enum LogicalTime {
  /// `nanoseconds` after `time`.
  static func after(_ time: Int64, nanoseconds: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(nanoseconds)
    return overflow ? (nanoseconds < 0 ? .min : .max) : sum
  }

  /// The ns from `start` to `now`; 0 if `now` is earlier.
  static func elapsed(from start: Int64, to now: Int64) -> Int64 {
    guard now > start else { return 0 }
    let (difference, overflow) = now.subtractingReportingOverflow(start)
    return overflow ? .max : difference
  }
}
