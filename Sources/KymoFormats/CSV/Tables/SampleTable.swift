import KymoCore
import KymoRecording

/// A file of samples for any other channel: its columns in the order of the message's fields.
struct SampleTable: Equatable {
  /// One field of the message, a float64 unless it says otherwise.
  struct Field: Equatable {
    /// The type of a field.
    enum Kind: Equatable {
      case number, text, truth
    }

    /// The name of the field, such as `x`.
    var name: String
    /// The column, or nil if the file has none: the field is NaN.
    var column: Int?
    /// The factor that brings the file's value into the unit of the channel.
    var factor = 1.0
    /// The usual range of a value in the unit of the channel, or nil if it may be anything.
    var usual: ClosedRange<Double>?
    /// Whether a negative value says that there is none.
    var isNonnegative = false
    /// The meaning of the field with its unit, for the schema of a channel that is not known by its topic.
    var comment = ""
    /// The type; other than numbers only where the table is of text.
    var kind = Kind.number

    /// The range of a value that needs no second look; nil if that is any.
    var plainRange: ClosedRange<Double>? { isNonnegative ? 0...(.infinity) : usual }
  }

  /// The form of the messages.
  enum Form: Equatable {
    /// Those of a channel that is known by its topic.
    case known
    /// Named numbers, whose schema is made of the fields.
    case numbers
    /// JSON objects, whose schema is made of the fields.
    case objects
    /// Named numbers or JSON objects, as the rows of the file decide.
    case undecided
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
  /// The fields; at least one, and one to six of a channel that is known by its topic.
  var fields: [Field]
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int
  /// The topic of its rows if another file is taken for ``topic``; nil if they are left out.
  var otherTopic: String?
  /// The form of the messages.
  var form = Form.known

  /// Whether a message is longer than what travels in an event, or of text.
  var isMessage: Bool { form == .objects || fields.count > Payload.numberCount }

  /// The description of the channel; nil if it is known by its topic.
  var channel: InputChannel? {
    switch form {
    case .known: nil
    case .numbers, .undecided:
      .numbers(topic, fields: fields.map { (name: $0.name, comment: $0.comment) })
    case .objects: .objects(topic, fields)
    }
  }
}
