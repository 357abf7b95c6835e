/// A parameter of a request, or a result that a business handler leaves for later handlers.
///
/// The texts lie in the memory of the ``Exchange`` and last as long as the request.
@frozen public enum Value: BitwiseCopyable, Sendable, Equatable {
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
  case text(TextReference)
  /// An array or an object, as its JSON text.
  case json(TextReference)
  /// A request that is still to be answered, by its source and its sequence.
  case request(SourceID, UInt32)
  /// The application controller, which the framework puts before JavaScript's parameters.
  case controller
}
