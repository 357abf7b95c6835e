/// A file of samples for any other channel: its columns in the order of the message's fields.
struct SampleTable: Equatable {
  /// One field of the message, a float64.
  struct Field: Equatable {
    /// The name of the field, such as `x`.
    var name: String
    /// The column, or nil if the file has none: the field is NaN.
    var column: Int?
    /// The factor that brings the file's value into the unit of the channel.
    var factor = 1.0
    /// The usual range of a value in the unit of the channel, or nil if it may be anything.
    var usual: ClosedRange<Double>?
  }

  /// The range that a pressure on the ground or in the air may have, in Pa.
  static let usualPressure = 10_000.0...120_000.0
  /// How fast a phone may turn about an axis, in rad/s.
  static let usualTurn = -100.0...100.0
  /// How strong a magnetic field may be that phones measure, in µT.
  static let usualField = -10_000.0...10_000.0

  /// The topic of the channel.
  var topic: String
  /// The times.
  var times: TimeColumns
  /// The fields; one to six.
  var fields: [Field]
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
}
