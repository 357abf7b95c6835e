/// A handler made of a closure.
///
/// Where all handlers of a command are closures, the dispatcher calls them without ``handle(_:)``.
public final class ClosureHandler: Handler {
  let body: (inout Exchange) throws(HandlerError) -> Verdict

  /// Wraps `body`, which is called as ``Handler/handle(_:)`` would be.
  public init(_ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict) {
    self.body = body
  }

  /// Calls the closure; not inlined, since the caller would keep the closure alive during the call, at a cost.
  @inline(never) @usableFromInline
  func run(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try body(&exchange)
  }

  /// Calls the closure.
  public override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try body(&exchange)
  }
}
