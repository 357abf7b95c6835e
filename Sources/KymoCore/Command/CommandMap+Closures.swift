/// Closures that may throw anything.
///
/// A ``HandlerError`` keeps its code, a ``CodedError`` has its own, any other becomes
/// ``HandlerError/uncoded``. To throw from such a closure allocates, to return does not; a closure that
/// spells out `throws(HandlerError)`, or a subclass of ``Handler``, never allocates.
extension CommandMap {
  /// Maps a closure that may throw anything to the validation of `command`.
  public mutating func validate(
    _ command: String,
    _ body: @escaping (inout Exchange) throws -> Verdict
  ) { map(.validate, command, ThrowingHandler(body)) }

  /// Maps a closure that may throw anything to the business of `command`.
  public mutating func business(
    _ command: String,
    _ body: @escaping (inout Exchange) throws -> Verdict
  ) { map(.business, command, ThrowingHandler(body)) }

  /// Maps a closure that may throw anything to the view of `command`.
  public mutating func view(
    _ command: String,
    _ body: @escaping (inout Exchange) throws -> Verdict
  ) { map(.view, command, ThrowingHandler(body)) }

  /// Maps a closure that may throw anything to the error stage of `command`.
  public mutating func error(
    _ command: String,
    _ body: @escaping (inout Exchange) throws -> Verdict
  ) { map(.error, command, ThrowingHandler(body)) }
}
