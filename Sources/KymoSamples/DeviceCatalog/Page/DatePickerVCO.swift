import KymoCore
import KymoDevice

/// View of `showDate`: shows the picker; its user taps Done later, which raises `sendPickResults`.
final class DatePickerVCO: Handler {
  private let page: Page
  private let done: CommandID

  init(_ page: Page, done: CommandID) {
    self.page = page
    self.done = done
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let mode: DatePickerMode =
      switch try exchange.wording(at: 1).lowercased() {
      case "datetime": .dateAndTime
      case "date": .date
      default: .time
      }
    let now = exchange.event.timestamp
    do throws(PhoneError) {
      let tap = try page.phone.picker.show(mode: mode, cause: exchange.cause, at: now)
      do throws(HandlerError) {
        page.pickerTap = try exchange.raise(done, at: tap)
      } catch {
        _ = try page.phone.picker.done(at: now)  // Nobody would ever close it.
        page.pickerTap = nil
      }
    } catch { throw HandlerError(error) }
    if page.pickerTap == nil { throw .unavailable }
    exchange.replyLater()
    return .proceed
  }
}
