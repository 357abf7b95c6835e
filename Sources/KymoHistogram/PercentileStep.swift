/// One row of a percentile distribution.
public struct PercentileStep: Sendable, Equatable {
  /// The percentile that was asked for, 0...100.
  public var percentile: Double
  /// The highest value of the bucket that reaches it.
  public var value: Int64
  /// How many values are in that bucket or below.
  public var cumulativeCount: Int64
}
