/// A handler made of a closure.
///
/// Where all handlers of a command are closures, the dispatcher calls them without ``handle(_:)``.
public final class ClosureHandler: Handler {
  @usableFromInline let body: (inout Exchange) throws(HandlerError) -> Verdict

  /// Wraps `body`, which is called as ``Handler/handle(_:)`` would be.
  public init(_ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict) {
    self.body = body
  }

  /// Calls the closure, as ``handle(_:)`` does; inlined, so that a caller who knows that it is one makes a single call.
  ///
  /// Such a caller holds the handler, and with it the closure: neither is retained.
  @inlinable @inline(__always)
  func run(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try body(&exchange)
  }

  /// Calls the closure.
  public override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try body(&exchange)
  }
}
