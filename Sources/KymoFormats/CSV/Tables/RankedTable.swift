import KymoRecording

/// A table that other files of the same recording may have in a better or worse form.
protocol RankedTable {
  /// The times.
  var times: TimeColumns { get set }
  /// The topic that its rows are for.
  var topic: String { get set }
  /// The topic of its rows if another file is taken for ``topic``; nil if they are left out.
  var otherTopic: String? { get }
  /// The fate of each column that is used, beside the times.
  var uses: [(column: Int?, use: String)] { get }
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int { get }
}

extension AccelerationTable: RankedTable {
  var uses: [(column: Int?, use: String)] { [(x, "x"), (y, "y"), (z, "z")] }
}

extension LocationTable: RankedTable {
  var uses: [(column: Int?, use: String)] {
    [
      (latitude, "latitude"), (longitude, "longitude"), (altitude, "altitude"),
      (horizontalAccuracy, "horizontal accuracy"), (verticalAccuracy, "vertical accuracy"),
      (speed, "speed"), (course, "course"),
    ]
  }
}

extension SampleTable: RankedTable {
  var uses: [(column: Int?, use: String)] {
    fields.map { ($0.column, $0.name) }
  }
}
