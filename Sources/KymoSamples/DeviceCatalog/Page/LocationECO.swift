import KymoCore

/// Error stage of `sendloc`: tells the page that asked that no fix came in time.
final class LocationECO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard exchange.failure == .timedOut, let asker = exchange.result(0)?.asker else {
      return .exit
    }
    try page.reply(
      "showLocError",
      text: HandlerError.timedOut.name,
      to: asker,
      &exchange
    )
    return .proceed
  }
}
