import BenchmarkKit

/// Everything that was measured, for programs.
struct ScaleReport: Codable {
  /// One exponent, and what it may be.
  struct Growth: Codable {
    var work: ScaleWork
    var grows: String
    var quantity: ScaleSeries.Quantity
    var exponent: Double
    var limit: Double
    var isKept: Bool { exponent <= limit }
  }

  var machine: MachineDescription
  var series: [ScaleSeries]
  var growths: [Growth]

  init(_ machine: MachineDescription, _ series: [ScaleSeries]) {
    self.machine = machine
    self.series = series
    growths = series.flatMap { series in
      ScaleSeries.Quantity.allCases.compactMap { quantity in
        // A load that lasts takes as long as it lasts.
        if series.work == .paced, quantity == .time { return nil }
        guard let exponent = series.exponent(quantity) else { return nil }
        return Growth(
          work: series.work,
          grows: series.grows,
          quantity: quantity,
          exponent: exponent,
          limit: series.limit(quantity)
        )
      }
    }
  }
}
