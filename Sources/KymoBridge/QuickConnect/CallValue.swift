public import KymoCore

/// A parameter of a call, or a result of a handler, that outlasts the request: see `Value`.
public enum CallValue: Sendable, Equatable {
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
  /// A text.
  case text(String)
  /// An array or an object, as its JSON text.
  case json(String)
  /// A request that is still to be answered, by its source and its sequence.
  case request(SourceID, UInt32)
  /// The application controller, which stands before JavaScript's parameters.
  case controller
}
