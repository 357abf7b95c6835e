import KymoRecording

/// A file of accelerations: what its columns are, by their names.
struct AccelerationTable: Equatable {
  /// The topic of the channel: that of accelerations, or that of a part of them.
  var topic = InputChannel.accelerometer.topic
  /// The times.
  var times: TimeColumns
  /// The columns of the axes.
  var x: Int
  /// See ``x``.
  var y: Int
  /// See ``x``.
  var z: Int
  /// How the file's values become m/s², if name and header tell.
  var unit: AccelerationUnit?
  /// Whether gravity is part of the values.
  var hasGravity: Bool
  /// Whether the rows are those of fixes, too, and nothing but the numbers tells unit and gravity.
  var isCombined = false
  /// The topic of its rows if another file is taken for ``topic``; nil if they are left out.
  var otherTopic: String?
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
}
