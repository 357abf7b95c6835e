/// A file of samples for any other channel: its columns in the order of the message's fields.
struct SampleTable: Equatable {
  /// One field of the message, a float64.
  struct Field: Equatable {
    /// What it is, such as `x`.
    var name: String
    /// The column, or nil if the file has none: the field is NaN.
    var column: Int?
    /// What the file's value is multiplied by to be in the unit of the channel.
    var factor = 1.0
    /// What a value in the unit of the channel usually is, or nil if it may be anything.
    var usual: ClosedRange<Double>?
  }

  /// What a pressure on the ground or in the air may be, in Pa.
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
