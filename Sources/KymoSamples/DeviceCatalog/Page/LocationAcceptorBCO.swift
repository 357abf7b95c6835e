import KymoCore
import KymoDevice

/// Business of `sendloc`: hands a fix to the location manager and goes on only with the one it accepts.
///
/// An event without a fix is the end of the time that a request may take. Appends the position as a vector
/// and the request.
final class LocationAcceptorBCO: Handler {
  private let page: Page

  init(_ page: Page) { self.page = page }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let event = exchange.event
    guard event.kind == .location else {
      guard let answer = page.phone.expireLocation(at: event.timestamp) else { return .exit }
      page.locationTimeout = nil
      try exchange.append(Value(asker: answer.cause))
      throw .timedOut
    }
    let delivery = page.phone.deliver(event.payload.location, at: event.timestamp)
    guard case .accepted(let answer) = delivery, let fix = answer.fix else { return .exit }
    if let timeout = page.locationTimeout.take() { exchange.cancel(timeout) }
    try exchange.append(.vector(fix.latitude, fix.longitude, fix.altitude))
    try exchange.append(Value(asker: answer.cause))
    return .proceed
  }
}
