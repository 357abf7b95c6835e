/// A value of a row of a result.
public enum QueryValue: Sendable, Equatable {
  /// Nothing: unknown, or not a number.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number, which may be infinite.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}
