import KymoCore

/// View of `sendloc`: tells the page that asked where the phone is.
final class LocationVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard case .vector(let latitude, let longitude, let altitude)? = exchange.result(0) else {
      throw .missingParameter
    }
    try page.replyLocation(
      latitude: latitude,
      longitude: longitude,
      altitude: altitude,
      to: exchange.result(1)?.asker,
      &exchange
    )
    return .proceed
  }
}
