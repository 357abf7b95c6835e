import KymoCore

/// Validation of `accel`: a sample with every component finite and within ±160 m/s².
///
/// Phone accelerometers measure up to ±16 g (157 m/s²); what lies beyond is no measurement.
final class AccelerationRange: Handler {
  /// The largest magnitude of a component that is accepted, in m/s².
  static var limit: Double { 160 }

  /// Exits if a component is out of range, as NaN is, or if the event is no sample: a page may name `accel`.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let event = exchange.event
    guard event.kind == .acceleration else { return .exit }
    let a = event.payload.acceleration
    // Written so that NaN, which compares false with everything, fails.
    guard abs(a.x) <= Self.limit, abs(a.y) <= Self.limit, abs(a.z) <= Self.limit else {
      return .exit
    }
    return .proceed
  }
}
