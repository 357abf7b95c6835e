/// A file of samples for any other channel: its columns in the order of the message's fields.
struct SampleTable: Equatable {
  /// One field of the message, a float64.
  struct Field: Equatable {
    /// The column, or nil if the file has none: the field is NaN.
    var column: Int?
    /// What the file's value is multiplied by to be in the unit of the channel.
    var factor = 1.0
  }

  /// The topic of the channel.
  var topic: String
  /// The times.
  var times: TimeColumns
  /// The fields; one to six.
  var fields: [Field]
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
}
