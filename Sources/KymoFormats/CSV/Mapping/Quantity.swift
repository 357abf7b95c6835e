import KymoCore

/// What a column of numbers measures, and the units that it may be in.
enum Quantity {
  case acceleration, speed, length, direction, angle, turn, field, pressure
  /// Anything else, in whatever unit.
  case other

  /// The units, each with the factor that brings it to that of the channel.
  private var units: [(name: String, factor: Double)] {
    switch self {
    case .acceleration:
      [("m/s2", 1), ("m/s^2", 1), ("m/s²", 1), ("g", Acceleration.standardGravity)]
    case .speed:
      [
        ("m/s", 1), ("km/h", 1 / 3.6), ("kmh", 1 / 3.6), ("kph", 1 / 3.6), ("mph", 0.44704),
        ("kn", 1852.0 / 3600), ("kt", 1852.0 / 3600), ("knots", 1852.0 / 3600),
      ]
    case .length: [("m", 1), ("km", 1000), ("cm", 0.01), ("mm", 0.001), ("ft", 0.3048)]
    case .direction: [("deg", 1), ("°", 1), ("degrees", 1), ("rad", 180 / Double.pi)]
    case .angle: [("rad", 1), ("deg", Double.pi / 180), ("°", Double.pi / 180)]
    case .turn:
      [
        ("rad/s", 1), ("deg/s", Double.pi / 180), ("°/s", Double.pi / 180),
        ("dps", Double.pi / 180),
      ]
    case .field:
      [
        ("ut", 1), ("\u{B5}t", 1), ("\u{3BC}t", 1), ("nt", 0.001), ("mt", 1000), ("t", 1e6),
        ("gauss", 100), ("mgauss", 0.1),
      ]
    case .pressure: [("pa", 1), ("hpa", 100), ("mbar", 100), ("kpa", 1000), ("bar", 100_000)]
    case .other: []
    }
  }

  /// The factor that brings a value in `unit` to that of the channel; nil for a unit of something else.
  func factor(_ unit: String) -> Double? {
    let name = unit.lowercased().filter { $0 != " " }
    return units.isEmpty ? 1 : units.first { $0.name == name }?.factor
  }

  /// The units for people.
  var names: String { units.map(\.name).joined(separator: ", ") }

  /// What a field of a known channel measures.
  static func of(_ topic: String, _ field: String) -> Quantity {
    switch (topic, field) {
    case ("/gyroscope", _), ("/gyroscope/uncalibrated", _): .turn
    case ("/magnetometer", _), ("/magnetometer/uncalibrated", _): .field
    case ("/gravity", _), ("/linear_acceleration", _), ("/accelerometer/uncalibrated", _):
      .acceleration
    case ("/barometer", "pressure"): .pressure
    case ("/barometer", _), ("/proximity", _), ("/pedometer", "distance"): .length
    case ("/orientation/euler", _): .angle
    case ("/compass", _): .direction
    default: .other
    }
  }
}
