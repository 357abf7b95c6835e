import Glibc

@testable import KymoBench

/// Simulated pairs of measurements, the same for the same seed.
struct PairNoise {
  /// How the logarithm of a pair's ratio is distributed.
  enum Shape {
    /// Normal, of so many percent.
    case normal(percent: Double)
    /// Normal, but one in ten is ten times as wide.
    case contaminated(percent: Double)
    /// Cauchy: neither mean nor variance.
    case cauchy(percent: Double)
    /// Each time rounded to whole steps of so many ns, as a coarse clock does.
    case quantised(percent: Double, stepNanoseconds: Double)
  }

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func normal() -> Double {
    (-2 * log(random.nextUnit())).squareRoot() * cos(2 * .pi * random.nextUnit())
  }

  /// `count` pairs of about 100 ns whose true ratio is `ratio`.
  mutating func pairs(_ count: Int, ratio: Double = 1, _ shape: Shape) -> [MeasuredPair] {
    (0..<count).map { _ in
      var base = 100.0
      var deviation: Double
      switch shape {
      case .normal(let percent), .quantised(let percent, _): deviation = normal() * percent / 100
      case .contaminated(let percent):
        deviation = normal() * percent / 100 * (random.nextUnit() <= 0.1 ? 10 : 1)
      case .cauchy(let percent):
        deviation = tan(.pi * (random.nextUnit() - 0.5)) * percent / 100
        deviation = min(max(deviation, -5), 5)
      }
      var head = base * ratio * exp(deviation)
      if case .quantised(_, let step) = shape {
        base = max(step, (base / step).rounded() * step)
        head = max(step, (head / step).rounded() * step)
      }
      return MeasuredPair(base: base, head: head)
    }
  }

  /// Judges one figure as a run would: more pairs while it is noisy, and a second batch if it is suspect.
  mutating func judge(
    pairs count: Int = 20,
    ratio: Double = 1,
    _ shape: Shape,
    threshold: Double = 0.03,
    rules: GateRules
  ) -> MetricJudgement {
    var first = pairs(count, ratio: ratio, shape)
    var judgement = MetricJudgement(first, threshold: threshold, rules: rules)
    while judgement.finding == .noisy, first.count < GateRules.looks * count {
      first += pairs(count, ratio: ratio, shape)
      judgement = MetricJudgement(first, threshold: threshold, rules: rules)
    }
    guard judgement.isSuspect else { return judgement }
    return MetricJudgement(
      first,
      confirmation: pairs(first.count, ratio: ratio, shape),
      threshold: threshold,
      rules: rules
    )
  }
}
