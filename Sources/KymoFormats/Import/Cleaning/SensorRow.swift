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
  /// Whether it is a fix and no sample of a steady rate.
  static var isFix: Bool { get }
  /// The longest silence that goes without saying, in ns.
  static var usualGapNanoseconds: Int64 { get }
  /// Whether it is one of many of a steady rate, of which silences and leftovers can be told.
  var isSteady: Bool { get }
  /// Whether no event has room for it.
  var isTooLong: Bool { get }
  /// Whether it says the same as the row before once more.
  func repeats(_ before: Self) -> Bool
  /// Brings the time of the event, not that of the measurement, to the start of the recording.
  mutating func deliverAtStart()
  /// Adds to all times.
  mutating func shift(by nanoseconds: Int64)
}

extension SensorRow {
  static var isFix: Bool { false }
  static var usualGapNanoseconds: Int64 { 1_000_000_000 }
  var isSteady: Bool { true }
  var isTooLong: Bool { false }
  func repeats(_ before: Self) -> Bool { false }
  mutating func deliverAtStart() { timestamp -= min(0, elapsed ?? 0) }
}

extension AccelerationRow: SensorRow {
  var isZero: Bool { acceleration.x == 0 && acceleration.y == 0 && acceleration.z == 0 }

  mutating func shift(by nanoseconds: Int64) { timestamp &+= nanoseconds }
}

extension LocationRow: SensorRow {
  static var isFix: Bool { true }
  static var usualGapNanoseconds: Int64 { 10_000_000_000 }

  func repeats(_ before: LocationRow) -> Bool {
    location.fixTimestamp == before.location.fixTimestamp
      && location.latitude == before.location.latitude
      && location.longitude == before.location.longitude
  }

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

extension MessageRow: SensorRow {
  var isSteady: Bool { isSample }
  var isTooLong: Bool { bytes.count > Self.maximumBytes }

  // As of a sample; the header of CDR is none of its numbers.
  var isZero: Bool {
    guard isSample, bytes.count >= 4 else { return false }
    return bytes.indices.dropFirst(4).allSatisfy { index in
      bytes[index] == 0 || bytes[index] == 0x80 && (index - 4) % 8 == 7
    }
  }

  mutating func shift(by nanoseconds: Int64) { timestamp &+= nanoseconds }
}
