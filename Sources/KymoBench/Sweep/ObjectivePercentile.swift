/// The percentile of response times that an objective is about, under its name on command lines.
public enum ObjectivePercentile: String, Sendable, CaseIterable {
  /// The median.
  case p50
  /// The 90th percentile.
  case p90
  /// The 99th percentile.
  case p99
  /// The 99.9th percentile.
  case p999 = "p99.9"
  /// The 99.99th percentile.
  case p9999 = "p99.99"
  /// The largest value.
  case max

  /// How many values it takes: as many as ``LatencySummary`` wants before it gives the percentile.
  public var minimumCount: Int64 {
    switch self {
    case .p50: 20
    case .p90: 100
    case .p99: 1000
    case .p999: 10_000
    case .p9999: 100_000
    case .max: 1
    }
  }

  /// The value in ns; nil if there are too few.
  public func value(in summary: LatencySummary) -> Int64? {
    switch self {
    case .p50: summary.p50
    case .p90: summary.p90
    case .p99: summary.p99
    case .p999: summary.p999
    case .p9999: summary.p9999
    case .max: summary.count > 0 ? summary.max : nil
    }
  }
}
