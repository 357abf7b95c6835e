/// Where a table has its times.
struct TimeColumns: Equatable {
  /// The column of the time.
  var time: Int
  /// Its unit as a power of ten in ns: 9 for seconds, 0 for ns.
  var scale: Int
  /// The column of the seconds since the start, if there is one.
  var elapsed: Int?
  /// Whether the time itself counts from the start of the recording.
  var isRelative: Bool
}
