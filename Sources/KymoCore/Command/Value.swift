/// A result that a business handler leaves for later handlers of the same request.
@frozen public enum Value: BitwiseCopyable, Sendable {
  /// No value; JavaScript's null.
  case none
  /// A truth value.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number; the unit is the handler's to document.
  case number(Double)
  /// Three numbers, such as an acceleration in m/s².
  case vector(Double, Double, Double)
  /// A text in the arena of the request.
  case message(PayloadReference)
}
