import KymoCore

extension Location {
  /// Whether the fix was determined less than `limit` ns before `now`, or as little after it.
  ///
  /// A fix may lie in the future, since the clock that stamped it is not the one that delivers it. A
  /// difference beyond 64 bits is stale, and so is everything if `limit` is not above 0.
  package func isFresh(at now: Int64, within limit: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(fixTimestamp)
    return !overflow && age.magnitude < UInt64(clamping: limit)
  }
}
