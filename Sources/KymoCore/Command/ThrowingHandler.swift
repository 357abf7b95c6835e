/// A handler made of a closure that may throw anything.
final class ThrowingHandler: Handler {
  let body: (inout Exchange) throws -> Verdict

  /// Wraps `body`.
  init(_ body: @escaping (inout Exchange) throws -> Verdict) { self.body = body }

  /// Calls the closure; what it throws becomes a number.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    do { return try body(&exchange) } catch { throw HandlerError(thrown: error) }
  }
}
