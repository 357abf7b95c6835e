import Testing

@testable import KymoBench

/// How often the gate is wrong, by simulation; the seeds are fixed, so that the counts are too.
@Suite("Gate: errors and power") struct GateSimulationTests {
  static let seed: UInt64 = 20_261_121

  /// Runs of 200 equal figures; how many said REGRESSED or IMPROVED.
  private func falseRuns(
    _ count: Int,
    threshold: Double,
    _ shape: PairNoise.Shape
  ) -> (slower: Int, faster: Int, suspects: Int) {
    var noise = PairNoise(seed: Self.seed)
    let rules = GateRules(metricCount: 200)
    var runs = (slower: 0, faster: 0, suspects: 0)
    for _ in 0..<count {
      var (slower, faster) = (false, false)
      for _ in 0..<200 {
        let judgement = noise.judge(shape, threshold: threshold, rules: rules)
        slower = slower || judgement.verdict == .regressed
        faster = faster || judgement.verdict == .improved
        if judgement.isSuspect { runs.suspects += 1 }
      }
      if slower { runs.slower += 1 }
      if faster { runs.faster += 1 }
    }
    return runs
  }

  @Test("200 equal figures with 5 % noise: at most one run in a hundred fails")
  func falseFailures() {
    let runs = falseRuns(200, threshold: 0.03, .normal(percent: 5))
    print("seed \(Self.seed): 200 runs of 200 equal figures, 5 % noise, threshold 3 %: \(runs)")
    #expect(runs.slower <= 2 && runs.faster <= 2)
  }

  @Test(
    "Without any threshold, where every figure is looked at three times, the stated error holds"
  )
  func exactError() {
    let runs = falseRuns(150, threshold: 0, .normal(percent: 5))
    print("seed \(Self.seed): 150 runs of 200 equal figures, 5 % noise, no threshold: \(runs)")
    // 1 % of 150 are 1.5; 6 and more are as likely as one in two hundred.
    #expect(runs.slower < 6 && runs.faster < 6)
    // Either side with 0.0013 + 0.0032 + 0.0031 at most, of 30,000 first batches.
    #expect(runs.suspects < 470)
  }

  @Test(
    "Heavy tails raise no alarm",
    arguments: [
      PairNoise.Shape.contaminated(percent: 5), .cauchy(percent: 3),
      .quantised(percent: 4, stepNanoseconds: 10),
    ]
  )
  func heavyTails(shape: PairNoise.Shape) {
    let runs = falseRuns(50, threshold: 0.03, shape)
    print("seed \(Self.seed): 50 runs of 200 equal figures, \(shape): \(runs)")
    #expect(runs.slower == 0 && runs.faster == 0)
  }

  @Test(
    "A command slower by 10 % is found",
    arguments: [
      (PairNoise.Shape.normal(percent: 1), 1.0), (.normal(percent: 3), 0.99),
      (.normal(percent: 5), 0.85), (.contaminated(percent: 3), 0.9),
      (.quantised(percent: 3, stepNanoseconds: 2), 0.95),
    ]
  )
  func power(shape: PairNoise.Shape, least: Double) {
    var noise = PairNoise(seed: Self.seed)
    let rules = GateRules(metricCount: 8)
    let found = (0..<500).count { _ in
      noise.judge(ratio: 1.1, shape, rules: rules).verdict == .regressed
    }
    print("seed \(Self.seed): +10 %, \(shape): found in \(found) of 500 runs")
    #expect(Double(found) / 500 >= least)
    let faster = (0..<500).count { _ in
      noise.judge(ratio: 1 / 1.1, shape, rules: rules).verdict == .improved
    }
    #expect(Double(faster) / 500 >= least)
  }

  /// Where more pairs are made until the bounds are close enough, they are a little too close.
  @Test(
    "What is called visible is found nine times in ten",
    arguments: [(1.0, 425), (3, 425), (5, 360)]
  )
  func visible(percent: Double, least: Int) throws {
    var noise = PairNoise(seed: Self.seed)
    let rules = GateRules(metricCount: 8)
    var ratios: [Double] = []
    for _ in 0..<200 {
      ratios.append(
        try #require(noise.judge(.normal(percent: percent), rules: rules).smallestVisible)
      )
    }
    let typical = try #require(ratios.median)
    let found = (0..<500).count { _ in
      noise.judge(ratio: typical, .normal(percent: percent), rules: rules).verdict == .regressed
    }
    print("seed \(Self.seed): \(percent) % noise: visible \(typical), found \(found) of 500")
    #expect(least...490 ~= found, "85 % or 72 % to 98 %")
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
