import KymoCore

/// Business of `loc`: starts the location manager and ends; the reply comes with `sendloc`.
final class LocationBCO: Handler {
  private let page: Page
  private let timeout: CommandID

  /// - Parameter timeout: The command that is raised when no fix came in time.
  init(_ page: Page, timeout: CommandID) {
    self.page = page
    self.timeout = timeout
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let now = exchange.event.timestamp
    let request = page.phone.location.request(cause: exchange.cause, at: now)
    if request == .started, let deadline = page.phone.location.deadline {
      page.locationTimeout = try exchange.raise(timeout, at: deadline)
    }
    return .exit
  }
}
