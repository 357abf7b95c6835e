import KymoCore

/// View of `accel` with a page: tells it the smoothed acceleration.
final class AccelerationVCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard case .vector(let x, let y, let z)? = exchange.result(exchange.resultCount - 1) else {
      throw .missingParameter
    }
    try page.sayAcceleration(Acceleration(x: x, y: y, z: z), &exchange)
    return .proceed
  }
}
