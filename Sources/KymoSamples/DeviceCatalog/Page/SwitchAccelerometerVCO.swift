import KymoBridge
import KymoCore
import KymoDevice

/// View of `switchAccelerometer`: whether the page wants to be told of accelerations.
///
/// The parameter is a truth value, or as in 2012 the object `{"on":"YES"}` or `{"on":"NO"}`.
final class SwitchAccelerometerVCO: Handler {
  private let page: Page
  private var document = JSONDocument(limits: BridgeLimits(messageBytes: 4096, depth: 4))

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    switch exchange.parameter(1) {
    case .boolean(let isOn)?: page.phone.accelerometer.turn(on: isOn)
    case .json(let text)?:
      guard let isOn = exchange.withText(text, { member($0) }) else { throw .wrongType }
      page.phone.accelerometer.turn(on: isOn)
    case nil: throw .missingParameter
    default: throw .wrongType
    }
    return .proceed
  }

  private func member(_ text: RawSpan) -> Bool? {
    do { try document.parse(text) } catch { return nil }
    guard let value = document.member("on", of: document.root) else { return nil }
    if document.isText(of: value, equalTo: "YES") { return true }
    if document.isText(of: value, equalTo: "NO") { return false }
    return document.bool(of: value)
  }
}
