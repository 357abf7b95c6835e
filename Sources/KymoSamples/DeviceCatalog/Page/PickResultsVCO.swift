import KymoCore
import KymoDevice

/// View of `sendPickResults`: closes the picker and tells the page what was chosen.
final class PickResultsVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let answer: DatePickerAnswer
    do { answer = try page.phone.picker.done(at: exchange.event.timestamp) } catch {
      throw HandlerError(error)
    }
    if let tap = page.pickerTap.take() { exchange.cancel(tap) }
    try page.reply("showPickResults", text: answer.text, to: answer.cause, &exchange)
    return .proceed
  }
}
