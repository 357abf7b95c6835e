import Testing

import KymoBench

/// How often the gate is wrong, by simulation of its own protocol; the seeds are fixed, so that the counts are too.
///
/// `KYMOGRAPH_SIMULATIONS=20` makes twenty times as many runs.
@Suite("Gate: errors and power") struct GateSimulationTests {
  static let seed: UInt64 = 20_261_121
  static let factor = simulationFactor()

  /// Runs of 200 equal figures under load; how many said REGRESSED or IMPROVED.
  private func falseRuns(
    _ count: Int,
    threshold: Double,
    _ shape: PairNoise.Shape
  ) -> (slower: Int, faster: Int, suspects: Int) {
    var simulation = GateSimulation(commands: 200, shape, seed: Self.seed)
    simulation.configuration.parts = [.load]
    simulation.configuration.threshold = threshold
    var runs = (slower: 0, faster: 0, suspects: 0)
    for _ in 0..<count {
      let result = simulation.run()
      let metrics = result.measurements.judgements(simulation.configuration).flatMap(\.metrics)
      #expect(metrics.count == 200)
      runs.slower += metrics.contains { $0.judgement.verdict == .regressed } ? 1 : 0
      runs.faster += metrics.contains { $0.judgement.verdict == .improved } ? 1 : 0
      runs.suspects += metrics.count { $0.judgement.isSuspect }
    }
    return runs
  }

  @Test("200 equal figures with 5 % noise: at most one run in a hundred fails")
  func falseFailures() {
    let count = 40 * Self.factor
    let runs = falseRuns(count, threshold: 0.03, .normal(percent: 5))
    print("seed \(Self.seed): \(count) runs of 200 equal figures, 5 % noise, 3 %: \(runs)")
    #expect(runs.slower * 100 <= count && runs.faster * 100 <= count)
  }

  @Test("Without any threshold, where every figure gets all of its looks, the stated error holds")
  func exactError() {
    let count = 20 * Self.factor
    let runs = falseRuns(count, threshold: 0, .normal(percent: 5))
    print("seed \(Self.seed): \(count) runs of 200 equal figures, 5 % noise, no threshold: \(runs)")
    // 1 % at most, and four standard deviations of that.
    let most = Double(count) * 0.01 + 4 * (Double(count) * 0.01).squareRoot()
    #expect(Double(runs.slower) <= most && Double(runs.faster) <= most)
    // On either side with three times 0.0029 at most, of 200 first batches in each run.
    #expect(Double(runs.suspects) <= 2 * 3 * 0.0029 * 200 * Double(count))
  }

  @Test(
    "Heavy tails raise no alarm",
    arguments: [
      PairNoise.Shape.contaminated(percent: 5), .cauchy(percent: 3),
      .quantised(percent: 4, stepNanoseconds: 10),
    ]
  )
  func heavyTails(shape: PairNoise.Shape) {
    let count = 15 * Self.factor
    let runs = falseRuns(count, threshold: 0.03, shape)
    print("seed \(Self.seed): \(count) runs of 200 equal figures, \(shape): \(runs)")
    #expect(runs.slower * 100 <= count && runs.faster * 100 <= count)
  }

  /// Four commands, each with a figure of cost and one of load, are eight figures.
  @Test(
    "A figure of eight that is worse by 10 % is found within the default budget",
    arguments: [
      (PairNoise.Shape.normal(percent: 1), GateQuantity.cost, 1.0),
      (.normal(percent: 3), .responseP50, 0.99),
      (.normal(percent: 5), .cost, 0.95), (.normal(percent: 5), .responseP50, 0.95),
      (.contaminated(percent: 3), .cost, 0.95),
      (.quantised(percent: 3, stepNanoseconds: 2), .responseP50, 0.95),
    ]
  )
  func power(shape: PairNoise.Shape, quantity: GateQuantity, least: Double) {
    let count = 50 * Self.factor
    var simulation = GateSimulation(commands: 4, shape, seed: Self.seed)
    simulation.changed = GateMetric(command: "command 2", quantity: quantity)
    var longest: Int64 = 0
    func found(_ ratio: Double, as verdict: GateVerdict) -> Int {
      simulation.ratio = ratio
      return (0..<count).count { _ in
        let result = simulation.run()
        longest = max(longest, result.nanoseconds)
        // A figure that is worse decides the run; one that is better does not, if another is too noisy.
        return (verdict == .improved || result.decision.verdict == verdict)
          && result.measurements.judgements(simulation.configuration).flatMap(\.metrics)
            .contains { $0.metric == simulation.changed && $0.judgement.verdict == verdict }
      }
    }
    let slower = found(1.1, as: .regressed)
    let faster = found(1 / 1.1, as: .improved)
    print(
      "seed \(Self.seed): 10 % in one \(quantity.rawValue) of 8 figures, \(shape): slower found in "
        + "\(slower), faster in \(faster) of \(count) runs, in \(longest / 1_000_000_000) s at most"
    )
    #expect(Double(slower) >= least * Double(count) && Double(faster) >= least * Double(count))
    #expect(longest <= GateSimulation.budgetNanoseconds)
  }

  /// Bounds that more pairs were made for are a little too close; a second look at a confirmation makes up for it.
  @Test("What is called visible is found nine times in ten", arguments: [1.0, 3, 5])
  func visible(percent: Double) throws {
    let count = 100 * Self.factor
    var simulation = GateSimulation(commands: 4, .normal(percent: percent), seed: Self.seed)
    simulation.configuration.parts = [.load]
    simulation.changed = GateMetric(command: "command 1", quantity: .responseP50)
    func judged() throws -> MetricJudgement {
      try #require(
        simulation.run().measurements.judgements(simulation.configuration).flatMap(\.metrics)
          .first { $0.metric == simulation.changed }
      ).judgement
    }
    let ratios = try (0..<count).map { _ in try #require(try judged().smallestVisible) }
    let typical = try #require(ratios.median)
    simulation.ratio = typical
    let found = try (0..<count).count { _ in try judged().verdict == .regressed }
    print("seed \(Self.seed): \(percent) % noise: visible \(typical), found \(found) of \(count)")
    #expect(found * 100 >= count * 85)
  }

  /// States of ten seconds to minutes, in which everything takes longer, and under load twice as much longer.
  private func twoStates(
    _ count: Int,
    _ quantity: GateQuantity,
    ratio: Double,
    slowness: Double = 1.4,
    required: Set<GatePart> = []
  ) -> [GateVerdict: Int] {
    var verdicts: [GateVerdict: Int] = [:]
    var setAside = 0
    for (number, dwell) in [10, 45, 150].enumerated() {
      let seed = Self.seed + UInt64(number)
      var simulation = GateSimulation(commands: 4, .contaminated(percent: 2), seed: seed)
      simulation.host = TwoStateHost(
        dwellSeconds: Double(dwell),
        slowness: slowness,
        seed: seed
      )
      simulation.configuration.required = required
      simulation.budget = 240_000_000_000
      simulation.changed = GateMetric(command: "command 1", quantity: quantity)
      simulation.ratio = ratio
      for _ in 0..<count {
        let result = simulation.run()
        verdicts[result.decision.verdict, default: 0] += 1
        setAside += result.measurements.methods.reduce(0) { $0 + $1.phase.setAsideCount }
      }
    }
    print(
      "seed \(Self.seed): states of 1 and \(slowness), \(quantity.rawValue) × \(ratio), 4 minutes: "
        + "\(verdicts), \(setAside) pairs set aside"
    )
    return verdicts
  }

  /// In a state of 2.9, a handicap that was made for the other would be a thirtieth, and never seen.
  @Test(
    "On a machine of two states equal builds pass, and 10 % more cost is found",
    arguments: [1.4, 2.9]
  )
  func twoStateHost(slowness: Double) {
    let count = 20 * Self.factor
    let equal = twoStates(count, .cost, ratio: 1, slowness: slowness)
    #expect(equal[.regressed] == nil && equal[.improved] == nil)
    #expect(equal[.pass, default: 0] * 20 >= 3 * count * 19)
    let slower = twoStates(count, .cost, ratio: 1.1, slowness: slowness)
    #expect(slower[.regressed, default: 0] * 20 >= 3 * count * 19 && slower[.pass] == nil)
    let waiting = twoStates(count, .responseP50, ratio: 1.2, slowness: slowness, required: [.load])
    #expect(waiting[.pass] == nil && waiting[.improved] == nil)
  }

  /// How large the canaries of equal builds come out, and what the gates say, where a share of what is added arrives.
  private func canaries(
    _ count: Int,
    arriving share: Double,
    _ shape: PairNoise.Shape
  ) -> (ratios: [Double], verdicts: [GateVerdict]) {
    var simulation = GateSimulation(commands: 4, shape, seed: Self.seed)
    simulation.arrivingShare = share
    simulation.budget = 240_000_000_000
    let results = (0..<count).map { _ in simulation.run() }
    let ratios = results.compactMap {
      $0.measurements.judgements(simulation.configuration).first?.canary?.ratio
    }
    let (lowest, highest) = (ratios.min() ?? 0, ratios.max() ?? 0)
    print("seed \(Self.seed): \(share) of the canary arrives, \(shape): \(lowest)...\(highest)")
    return (ratios, results.map(\.decision.verdict))
  }

  @Test("Equal builds pass where a third of what is added on purpose arrives")
  func hiddenHandicap() {
    let count = 20 * Self.factor
    let (canaries, verdicts) = canaries(count, arriving: 0.35, .normal(percent: 2))
    #expect(verdicts.allSatisfy { $0 == .pass })
    #expect(canaries.allSatisfy { 1.05...1.2 ~= $0 } && canaries.count == count)
  }

  @Test("Noise of five rounds makes the canary no three times as large as it is meant to be")
  func noisyGain() {
    let count = 20 * Self.factor
    let (canaries, _) = canaries(count, arriving: 0.5, .contaminated(percent: 5))
    #expect(canaries.count == count && canaries.allSatisfy { $0 < 1.3 })
  }

  @Test("Drift of a half over the run favours neither")
  func drift() {
    var noise = PairNoise(seed: Self.seed)
    let rules = GateRules(metricCount: 8)
    func run(ratio: Double) -> MetricJudgement {
      var step = 0
      func time() -> Double {
        step += 1
        return 100 * (1 + 0.5 * Double(step) / 160) * (1 + 0.01 * noise.normal())
      }
      func batch(isConfirmation: Bool) -> [MeasuredPair] {
        (0..<20).map { round in
          var values: [GateRole: Double] = [:]
          for role in GateRole.order(round: round, isConfirmation: isConfirmation) {
            values[role] = time() * (role == .head ? ratio : 1)
          }
          return MeasuredPair(base: values[.base] ?? 1, head: values[.head] ?? 1)
        }
      }
      let first = batch(isConfirmation: false)
      let second = batch(isConfirmation: true)
      return MetricJudgement(first, confirmation: second, threshold: 0.03, rules: rules)
    }
    let equal = (0..<200).count { _ in run(ratio: 1).finding == .unchanged }
    let slower = (0..<200).count { _ in run(ratio: 1.1).finding == .slower }
    print("seed \(Self.seed): drift: \(equal) of 200 unchanged, \(slower) of 200 slower")
    #expect(equal >= 199 && slower == 200)
  }
}
