/// One rate of a sweep: what was offered, what was done, and how long it took.
struct ThroughputPoint: Equatable {
  /// The mean rate at which events were due, in events/s.
  var offered: Double
  /// The mean rate at which they were done, in events/s.
  var achieved: Double
  /// The median response time in ns; nil if there were too few events.
  var p50: Int64?
  /// The 99th percentile in ns; nil if there were too few events.
  var p99: Int64?
  /// The longest response time in ns.
  var max: Int64
  /// Whether the objective was kept at this rate.
  var kept: Bool
}
