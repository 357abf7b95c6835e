import KymoCore
import KymoDevice

/// View of `play`: starts, pauses or stops a file; any other action stops it, as it did in 2009.
final class PlayAudioVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let name = try exchange.wording(at: 1)
    let now = exchange.event.timestamp
    if exchange.parameter(2) == nil { throw .missingParameter }
    let loops = exchange.parameter(3) == nil ? 0 : try exchange.intValue(at: 3)
    do throws(PhoneError) {
      if exchange.parameter(2, is: "start") {
        try page.phone.player.start(name, loops: Int(clamping: loops), at: now)
      } else if exchange.parameter(2, is: "pause") {
        try page.phone.player.pause(name, at: now)
      } else {
        try page.phone.player.stop(name, at: now)
      }
    } catch { throw HandlerError(error) }
    return .proceed
  }
}
