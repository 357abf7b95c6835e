import KymoCore
import KymoDevice

/// View of `logMessage`: logs the first parameter.
final class LoggingVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    page.phone.log.appendMessage(try exchange.wording(at: 1), at: exchange.event.timestamp)
    return .proceed
  }
}
