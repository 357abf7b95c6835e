import KymoBench
import Glibc

/// A logarithmic axis that begins and ends at 1, 2 or 5 times a power of ten.
struct LogScale: Equatable {
  /// A line across the plot.
  struct Tick: Equatable {
    /// Where, from 0 to 1.
    var place: Double
    /// The value.
    var value: Double
    /// Whether it has a label.
    var isMajor: Bool
  }

  /// The decimal logarithm of the beginning.
  let low: Double
  /// The decimal logarithm of the end; above `low`.
  let high: Double

  /// Spans the values from `lowest` to `highest`; what is below 1 counts as 1.
  init(_ lowest: Double, _ highest: Double) {
    let bottom = Self.step(below: max(1, lowest))
    var top = Self.step(above: max(1, highest))
    if top <= bottom { top = Self.step(above: bottom * 1.5) }
    low = log10(bottom)
    high = log10(top)
  }

  /// Where a value lies, from 0 to 1.
  func place(_ value: Double) -> Double {
    min(1, max(0, (log10(max(1, value)) - low) / (high - low)))
  }

  /// The lines across the plot, upwards: powers of ten, and 2 and 5 of them where there is room.
  var ticks: [Tick] {
    let span = high - low
    var ticks: [Tick] = []
    for power in Int(low.rounded(.down))...Int(high.rounded(.up)) {
      for step in [1.0, 2, 5] {
        let value = step * pow(10, Double(power))
        guard log10(value) > low - 1e-9, log10(value) < high + 1e-9 else { continue }
        if step > 1 && span > 4.5 { continue }
        ticks.append(Tick(place: place(value), value: value, isMajor: step == 1 || span < 2.1))
      }
    }
    return ticks
  }

  private static func step(below value: Double) -> Double {
    let power = pow(10, log10(value).rounded(.down))
    let step = [5.0, 2, 1].first { $0 * power <= value * (1 + 1e-12) }
    return (step ?? 1) * power
  }

  private static func step(above value: Double) -> Double {
    let power = pow(10, log10(value).rounded(.down))
    let step = [1.0, 2, 5].first { $0 * power >= value * (1 - 1e-12) }
    return (step ?? 10) * power
  }
}
