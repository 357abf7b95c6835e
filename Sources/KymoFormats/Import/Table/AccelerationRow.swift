import KymoCore

/// One acceleration, in the unit and axes of the file.
struct AccelerationRow: SensorRow {
  var timestamp: Int64
  var elapsed: Int64?
  var line: Int
  var acceleration: Acceleration

  var isZero: Bool { acceleration.x == 0 && acceleration.y == 0 && acceleration.z == 0 }

  mutating func shift(by nanoseconds: Int64) { timestamp &+= nanoseconds }

  /// Multiplies all components.
  mutating func scale(by factor: Double) {
    acceleration.x *= factor
    acceleration.y *= factor
    acceleration.z *= factor
  }

  /// Adds another acceleration.
  mutating func add(_ other: Acceleration) {
    acceleration.x += other.x
    acceleration.y += other.y
    acceleration.z += other.z
  }
}
