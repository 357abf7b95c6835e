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

  /// Every round of the first batch, and of the second, those set aside among them.
  private(set) var rounds: (first: [GateRoundValues], second: [GateRoundValues]) = ([], [])

  /// The first round of the first batch whose canary counts.
  private var canaryStart = 0

  /// Starts without any.
  public init(_ metric: GateMetric) { self.metric = metric }

  /// Adds what the processes of one round came to, in ns, by their roles; what is missing or 0 makes no pair.
  public mutating func add(_ values: GateRoundValues, isConfirmation: Bool) {
    let index = rounds.first.count
    if isConfirmation { rounds.second.append(values) } else { rounds.first.append(values) }
    pair(values, isConfirmation: isConfirmation, hasCanary: index >= canaryStart)
  }

  /// Forgets the canary so far: from the next round on it is another one.
  mutating func restartCanary() {
    canary = []
    canaryStart = rounds.first.count
  }

  /// Makes the pairs anew, without those of rounds that are to be set aside.
  ///
  /// - Complexity: O(rounds).
  mutating func setAside(first: [Bool], second: [Bool]) {
    (pairs, control, canary, confirmation) = ([], [], [], [])
    for (index, values) in rounds.first.enumerated() where !first[index] {
      pair(values, isConfirmation: false, hasCanary: index >= canaryStart)
    }
    for (values, isAside) in zip(rounds.second, second) where !isAside {
      pair(values, isConfirmation: true, hasCanary: false)
    }
  }

  private mutating func pair(_ values: GateRoundValues, isConfirmation: Bool, hasCanary: Bool) {
    let pair = values.pair(.base, .head)
    guard !isConfirmation else {
      if let pair { confirmation.append(pair) }
      return
    }
    if let pair { pairs.append(pair) }
    if let pair = values.pair(.base, .control) { control.append(pair) }
    if hasCanary, let pair = values.pair(.head, .canary) { canary.append(pair) }
  }

  /// Compares everything that was measured.
  public static func == (one: GateSeries, other: GateSeries) -> Bool {
    one.metric == other.metric && one.pairs == other.pairs && one.control == other.control
      && one.canary == other.canary && one.confirmation == other.confirmation
      && one.rounds == other.rounds
  }
}
