/// The kind of a JSON value; whole numbers are kept apart from others.
public enum JSONKind: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A whole number within Int64, written without fraction and exponent.
  case integer
  /// A whole number above Int64 and within UInt64, written without fraction and exponent.
  case unsigned
  /// Any other number, as a double.
  case double
  /// Text.
  case string
  /// Values in order.
  case array
  /// Members in order.
  case object
}
