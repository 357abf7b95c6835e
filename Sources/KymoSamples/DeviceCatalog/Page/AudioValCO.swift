import KymoCore
import KymoDevice

/// Validation of `play` and `rec`: a name that stays in the sandbox, an action, and perhaps the loops.
final class AudioValCO: Handler {
  private let page: Page
  private let actions: [StaticString]

  /// Lets through what has one of `actions` as its second parameter.
  init(_ page: Page, actions: [StaticString]) {
    self.page = page
    self.actions = actions
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let name = exchange.string(try exchange.text(at: 1))
    do { try page.phone.sandbox.check(name) } catch { throw HandlerError(error) }
    _ = try exchange.text(at: 2)
    if exchange.parameter(3) != nil {
      let loops = try exchange.integer(at: 3)
      guard (-1...1_000_000).contains(loops) else { return .exit }
    }
    return actions.contains { exchange.parameter(2, is: $0) } ? .proceed : .exit
  }
}
