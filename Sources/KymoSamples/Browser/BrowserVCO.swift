import KymoBridge
import KymoCore

/// View of every command of the browser: replies what is shown.
final class BrowserVCO: Handler {
  private let desk: BrowserDesk

  init(_ desk: BrowserDesk) { self.desk = desk }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try exchange.reply(json: desk.model.json)
    return .proceed
  }
}
