import KymoCore
import KymoRecording

/// A row of a sensor file on its way to an event.
protocol SensorRow {
  /// The time of the event in ns, on the clock of the file.
  var timestamp: Int64 { get set }
  /// ns since the start of the recording, or nil if the file does not say.
  var elapsed: Int64? { get }
  /// The 1-based line of the file.
  var line: Int { get }
  /// Whether all values are 0, as before the first measurement.
  var isZero: Bool { get }
  /// Adds to all times.
  mutating func shift(by nanoseconds: Int64)
}

extension AccelerationRow: SensorRow {
  var isZero: Bool { acceleration.x == 0 && acceleration.y == 0 && acceleration.z == 0 }

  mutating func shift(by nanoseconds: Int64) { timestamp &+= nanoseconds }
}

extension LocationRow: SensorRow {
  var isZero: Bool { location.latitude == 0 && location.longitude == 0 }

  mutating func shift(by nanoseconds: Int64) {
    timestamp &+= nanoseconds
    location.fixTimestamp &+= nanoseconds
  }
}

extension SampleRow: SensorRow {
  // 0 and -0, whatever the type of the fields: all bits but the sign of a number.
  var isZero: Bool {
    let words = [
      payload.word0, payload.word1, payload.word2, payload.word3, payload.word4, payload.word5,
    ]
    return words.allSatisfy { $0 & ~(1 << 63) == 0 }
  }

  mutating func shift(by nanoseconds: Int64) { timestamp &+= nanoseconds }
}
