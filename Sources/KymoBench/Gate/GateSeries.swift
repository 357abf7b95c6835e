/// All measurements of one figure.
public struct GateSeries: Sendable, Equatable {
  /// Which figure.
  public let metric: GateMetric
  /// BASE and HEAD, the first batch.
  public var pairs: [MeasuredPair] = []
  /// BASE and BASE again, in the same rounds.
  public var control: [MeasuredPair] = []
  /// HEAD, and HEAD slowed down on purpose, in the same rounds.
  public var canary: [MeasuredPair] = []
  /// BASE and HEAD, the second batch.
  public var confirmation: [MeasuredPair] = []

  /// Starts without any.
  public init(_ metric: GateMetric) { self.metric = metric }

  /// Adds what the processes of one round came to, in ns, by their roles; what is missing or 0 makes no pair.
  public mutating func add(_ values: GateRoundValues, isConfirmation: Bool) {
    let pair = values.pair(.base, .head)
    guard !isConfirmation else {
      if let pair { confirmation.append(pair) }
      return
    }
    if let pair { pairs.append(pair) }
    if let pair = values.pair(.base, .control) { control.append(pair) }
    if let pair = values.pair(.head, .canary) { canary.append(pair) }
  }
}
