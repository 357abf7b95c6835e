import Glibc
import KymoCore

import KymoBench

/// Simulated ratios of measurements, the same for the same seed.
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

  /// A time that is `ratio` times `time`, but for the noise.
  mutating func time(_ time: Double, ratio: Double, _ shape: Shape) -> Double {
    var deviation: Double
    switch shape {
    case .normal(let percent), .quantised(let percent, _): deviation = normal() * percent / 100
    case .contaminated(let percent):
      deviation = normal() * percent / 100 * (random.nextUnit() <= 0.1 ? 10 : 1)
    case .cauchy(let percent):
      deviation = tan(.pi * (random.nextUnit() - 0.5)) * percent / 100
      deviation = min(max(deviation, -5), 5)
    }
    let noisy = time * ratio * exp(deviation)
    guard case .quantised(_, let step) = shape else { return noisy }
    return max(step, (noisy / step).rounded() * step)
  }
}
