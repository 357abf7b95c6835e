import KymoCore
import KymoDevice

/// View of `playSound`: vibrates, or plays a short sound.
///
/// -1 vibrates. Everything else, which only legacy calls let through, is the built-in sound, or the file
/// that the second parameter names.
final class PlaySoundVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let isVibration = try exchange.intValue(at: 1) == -1
    do throws(PhoneError) {
      var sound = SystemSound.laser
      if isVibration {
        sound = .vibration
      } else if case .text(let name)? = exchange.parameter(2) {
        let file = exchange.string(name)
        sound = .file(
          durationNanoseconds: try page.phone.sandbox.durationNanoseconds(of: file)
        )
      }
      _ = try page.phone.sounds.play(sound)
    } catch { throw HandlerError(error) }
    return .proceed
  }
}
