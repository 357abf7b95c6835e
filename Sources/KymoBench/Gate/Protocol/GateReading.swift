/// The measurements of one valid run.
public struct GateReading: Sendable, Equatable {
  /// The digest of everything that the handlers did.
  public let digest: String
  /// The app that was measured; nil if the build does not say.
  public let app: String?
  /// The figures that rest on enough events, those of the busiest command first.
  public let metrics: [GateMetric]
  private let values: [Double]

  /// States what was measured; the values are in ns, and none of them is 0 or less.
  public init(digest: String, app: String? = nil, figures: [(metric: GateMetric, value: Double)]) {
    self.digest = digest
    self.app = app
    metrics = figures.map(\.metric)
    values = figures.map(\.value)
  }

  /// The value of a figure in ns; nil if the run has none.
  ///
  /// - Parameters:
  ///   - metric: which figure.
  ///   - index: where it probably is, as all runs report the same figures.
  /// - Returns: the value, or nil.
  /// - Complexity: O(1) if it is there; otherwise O(figures).
  func value(of metric: GateMetric, near index: Int) -> Double? {
    if index < metrics.count, metrics[index] == metric { return values[index] }
    return metrics.firstIndex(of: metric).map { values[$0] }
  }

  /// The value of a figure in ns; nil if the run has none.
  ///
  /// - Complexity: O(figures).
  public func value(of metric: GateMetric) -> Double? { value(of: metric, near: 0) }
}
