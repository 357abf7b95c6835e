/// A file of accelerations: what its columns are, by their names.
struct AccelerationTable: Equatable {
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
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
}
