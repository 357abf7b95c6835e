/// A business handler under ``DispatchRules/legacy``: it sees no results of others.
final class WithoutResults: Handler {
  let handler: Handler

  init(_ handler: Handler) { self.handler = handler }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try exchange.withoutResults { (exchange) throws(HandlerError) in try handler.handle(&exchange) }
  }
}
