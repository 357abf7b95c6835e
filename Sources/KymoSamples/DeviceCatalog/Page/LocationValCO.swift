import KymoCore

/// Validation of `sendloc` with a page: as ``LocationRange``, and nothing from the page itself.
final class LocationValCO: Handler {
  private let range = LocationRange()

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    switch exchange.event.kind {
    case .location: try range.handle(&exchange)
    case .message: .exit
    default: .proceed
    }
  }
}
