/// A field of a message of CDR, which is a column.
struct SampleField: Equatable {
  /// The forms of a value.
  enum Form: String {
    case bool, byte, char, int8, uint8, int16, uint16, int32, uint32, int64, uint64
    case float32, float64, string
  }

  var name: String
  var form: Form
  /// The unit that the comment behind it states; empty if it states none.
  var unit: String

  /// The type of the column.
  var kind: QueryColumn.Kind {
    switch form {
    case .float32, .float64: .real
    case .string: .text
    default: .integer
    }
  }
}
