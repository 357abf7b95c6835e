import KymoBridge
import KymoCore
import KymoDevice

/// Business of `loc`: starts the location manager and ends; the reply comes with `sendloc`.
final class LocationBCO: Handler {
  private let page: Page
  private let timeout: CommandID

  /// Raises `timeout` when no fix came in time.
  init(_ page: Page, timeout: CommandID) {
    self.page = page
    self.timeout = timeout
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let now = exchange.event.timestamp
    let beginning = page.phone.requestLocation(cause: exchange.cause, at: now)
    // A request that ends at this very moment is answered first: its own event comes behind this one.
    if let answer = beginning.ended {
      if let timeout = page.locationTimeout.take() { exchange.cancel(timeout) }
      // In 2009 there was no error stage, and nobody was told.
      if page.mode == .strict {
        try page.reply(
          "showLocError",
          text: HandlerError.timedOut.name,
          to: answer.cause,
          &exchange
        )
      }
    }
    exchange.replyLater()
    if let deadline = beginning.deadline {
      page.locationTimeout = try exchange.raise(timeout, at: deadline)
    }
    return .exit
  }
}
