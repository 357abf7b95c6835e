import KymoCore
import KymoRecording

extension AccelerationRow {
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

extension SampleRow {
  /// Takes an acceleration as the three numbers of a vector.
  init(_ row: AccelerationRow) {
    self.init(
      timestamp: row.timestamp,
      elapsed: row.elapsed,
      line: row.line,
      payload: Payload(row.acceleration)
    )
  }
}
