import KymoCore

/// Validation of a button: one that is off cannot be tapped.
final class BrowserValCO: Handler {
  private let desk: BrowserDesk
  private let command: BrowserCommand

  init(_ desk: BrowserDesk, _ command: BrowserCommand) {
    self.desk = desk
    self.command = command
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    desk.model.allows(command) ? .proceed : .exit
  }
}
