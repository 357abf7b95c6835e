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

  /// Adds what the processes of one round came to; what is missing or 0 makes no pair.
  public mutating func add(_ values: [GateRole: Double], isConfirmation: Bool) {
    func pair(_ first: GateRole, _ second: GateRole) -> [MeasuredPair] {
      guard let base = values[first], let head = values[second], base > 0, head > 0 else {
        return []
      }
      return [MeasuredPair(base: base, head: head)]
    }
    guard !isConfirmation else { return confirmation += pair(.base, .head) }
    pairs += pair(.base, .head)
    control += pair(.base, .control)
    canary += pair(.head, .canary)
  }
}
