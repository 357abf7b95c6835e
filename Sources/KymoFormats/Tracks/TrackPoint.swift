import KymoCore

/// A point of a track, as a file has it.
struct TrackPoint {
  /// The 1-based line of the file.
  var line: Int
  /// When it was there, in ns since 1970; nil if the file does not say.
  var time: Int64?
  /// The fix; its own time is not set.
  var location = Location(latitude: .nan, longitude: .nan, fixTimestamp: 0)
}
