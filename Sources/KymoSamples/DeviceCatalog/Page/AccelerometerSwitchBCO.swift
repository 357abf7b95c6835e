import KymoCore
import KymoDevice

/// Business of `accel` with a page: ends while the page does not want to be told.
final class AccelerometerSwitchBCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    page.phone.accelerometer.passes() ? .proceed : .exit
  }
}
