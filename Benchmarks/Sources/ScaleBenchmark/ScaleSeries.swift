import Foundation

/// How one thing grows with another.
struct ScaleSeries: Codable {
  /// What is done.
  var work: ScaleWork
  /// What grows: "events", "sources" and so on.
  var grows: String
  /// What was measured, from small to large.
  var points: [ScalePoint]

  /// The quantities that may grow.
  enum Quantity: String, Codable, CaseIterable {
    case time
    case memory
    case file
  }

  /// What was measured of a quantity, in s and bytes.
  func values(_ quantity: Quantity) -> [Double] {
    points.map {
      switch quantity {
      case .time: $0.seconds
      case .memory: Double($0.peakBytes)
      case .file: Double($0.fileBytes)
      }
    }
  }

  /// The exponent of the growth of a quantity: the slope of the line through the logarithms of the upper half
  /// of the points, as small ones are mostly what there always is; nil if there is no such quantity.
  func exponent(_ quantity: Quantity) -> Double? {
    let pairs = zip(points.map { Double($0.size) }, values(quantity))
      .suffix(max(2, (points.count + 1) / 2))
    guard pairs.count > 1, pairs.allSatisfy({ $0.1 > 0 }) else { return nil }
    let logs = pairs.map { (x: log($0.0), y: log($0.1)) }
    let mean = (
      x: logs.reduce(0) { $0 + $1.x } / Double(logs.count),
      y: logs.reduce(0) { $0 + $1.y } / Double(logs.count)
    )
    let above = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
    let below = logs.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
    return above / below
  }

  /// The exponent that a quantity may have at most.
  ///
  /// Time is measured, and what is linear comes out a little above or below it. Merging is n log k: in k that
  /// is less than linear. Commands cost what the caches make of them, and a table has a row for each.
  func limit(_ quantity: Quantity) -> Double {
    switch (work, quantity) {
    case (.record, .memory), (.replay, .memory), (.load, .memory), (.paced, .memory): 0.1
    case (.sources, .time), (.commands, .time): 0.5
    case (.sources, .memory), (.commands, .memory): 1.1
    default: 1.1
    }
  }
}
