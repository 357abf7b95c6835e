import KymoCore

/// One fix; its own time is in the location.
struct LocationRow: SensorRow {
  var timestamp: Int64
  var elapsed: Int64?
  var line: Int
  var location: Location

  var isZero: Bool { location.latitude == 0 && location.longitude == 0 }

  mutating func shift(by nanoseconds: Int64) {
    timestamp &+= nanoseconds
    location.fixTimestamp &+= nanoseconds
  }
}
