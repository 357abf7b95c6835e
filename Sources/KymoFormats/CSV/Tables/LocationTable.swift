import KymoRecording

/// A file of fixes: what its columns are, by their names.
struct LocationTable: Equatable {
  /// The factors that bring values to m, m/s and degrees.
  struct Factors: Equatable {
    var altitude = 1.0
    var speed = 1.0
    var course = 1.0
    var horizontalAccuracy = 1.0
    var verticalAccuracy = 1.0
  }

  /// The topic of the channel: that of the phone's fixes, or that of one source of them.
  var topic = InputChannel.location.topic
  /// The times of the fixes.
  var times: TimeColumns
  /// The column of the latitude in degrees.
  var latitude: Int
  /// The column of the longitude in degrees.
  var longitude: Int
  /// The column of the altitude in m.
  var altitude: Int?
  /// The column of the horizontal accuracy in m.
  var horizontalAccuracy: Int?
  /// The column of the vertical accuracy in m.
  var verticalAccuracy: Int?
  /// The column of the speed in m/s.
  var speed: Int?
  /// The column of the course in degrees.
  var course: Int?
  /// The factors that bring values to m, m/s and degrees.
  var factors = Factors()
  /// The topic of its rows if another file is taken for ``topic``; nil if they are left out.
  var otherTopic: String?
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
}
