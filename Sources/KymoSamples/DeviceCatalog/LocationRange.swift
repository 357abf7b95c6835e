import KymoCore

/// Validation of `sendloc`: a fix with a position on the globe, and no accuracy below zero.
final class LocationRange: Handler {
  /// Exits unless latitude is within ±90°, longitude within ±180°, altitude finite or unknown, and the
  /// horizontal accuracy not negative or unknown; also if the event is no fix.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let event = exchange.event
    guard event.kind == .location else { return .exit }
    let fix = event.payload.location
    guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180, !fix.altitude.isInfinite,
      fix.horizontalAccuracy.isNaN || fix.horizontalAccuracy >= 0
    else { return .exit }
    return .proceed
  }
}
