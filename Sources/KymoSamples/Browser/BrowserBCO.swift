import KymoCore

/// Business of every command of the browser: what happened changes what is shown.
final class BrowserBCO: Handler {
  private let desk: BrowserDesk
  private let command: BrowserCommand

  init(_ desk: BrowserDesk, _ command: BrowserCommand) {
    self.desk = desk
    self.command = command
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    try desk.handle(command, &exchange)
    return .proceed
  }
}
