/// A handler made of a closure; a few ns slower than a subclass.
public final class ClosureHandler: Handler {
  let body: (inout Exchange) throws(HandlerError) -> Verdict

  /// Wraps `body`, which is called as ``Handler/handle(_:)`` would be.
  public init(_ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict) {
    self.body = body
  }

  /// Calls the closure.
  public override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try body(&exchange)
  }
}
