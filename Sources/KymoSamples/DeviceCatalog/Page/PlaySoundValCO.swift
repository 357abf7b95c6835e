import KymoCore
import KymoDevice

/// Validation of `playSound`: -1 to vibrate or 0 for a sound, and perhaps the name of its file.
final class PlaySoundValCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let sound = try exchange.integer(at: 1)
    if exchange.parameter(2) != nil {
      let name = exchange.string(try exchange.text(at: 2))
      do { try page.phone.sandbox.check(name) } catch { throw HandlerError(error) }
    }
    return sound == -1 || sound == 0 ? .proceed : .exit
  }
}
