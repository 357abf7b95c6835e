/// A business handler under ``DispatchRules/legacy``: it sees no results of others.
final class WithoutResults: Handler {
  let handler: Handler

  init(_ handler: Handler) { self.handler = handler }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    exchange.hidesResults = true
    defer { exchange.hidesResults = false }
    return try handler.handle(&exchange)
  }
}
