import KymoCore

/// A point of a track, as a file has it.
struct TrackPoint {
  /// The 1-based line of the file.
  var line: Int
  /// When it was there, in ns since 1970; nil if the file does not say.
  var time: Int64?
  /// The fix; its own time is not set.
  var location = Location(latitude: .nan, longitude: .nan, fixTimestamp: 0)
  /// Other values at the same time, by ``TrackExtra``; NaN for those that are not there.
  var extras = InlineArray<4, Double>(repeating: .nan)
  /// Whether one of them is there.
  var hasExtras = false
}
