import KymoCore

/// The sentences of one time of day, on their way to one fix.
struct NMEAEpoch {
  /// The ns after midnight.
  let timeOfDay: Int64
  /// The 1-based line of the first of them.
  let line: Int
  /// The day since 1970; nil if no sentence says it.
  var date: Int?
  /// What they say; the altitude and the own time are not set.
  var location = Location(latitude: .nan, longitude: .nan, fixTimestamp: 0)
  /// The altitude above mean sea level in m; NaN if unknown.
  var altitude = Double.nan
  /// How far mean sea level lies above the ellipsoid in m; NaN if unknown.
  var separation = Double.nan
  /// Whether one of them has a position.
  var hasPosition = false
  /// Whether one of them says that the receiver has no fix.
  var saysNoFix = false

  /// Begins with a sentence of that time.
  init(timeOfDay: Int64, line: Int) {
    self.timeOfDay = timeOfDay
    self.line = line
  }
}
