public import KymoCore

/// Validation of `accel`: every component finite and within ±160 m/s².
///
/// Phone accelerometers measure up to ±16 g (157 m/s²); what lies beyond is no measurement.
public final class AccelerationRange: Handler {
  /// The largest magnitude of a component that is accepted, in m/s².
  public static var limit: Double { 160 }

  /// Exits if a component is out of range; NaN is.
  public override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let a = exchange.event.payload.acceleration
    // Written so that NaN, which compares false with everything, fails.
    guard abs(a.x) <= Self.limit, abs(a.y) <= Self.limit, abs(a.z) <= Self.limit else {
      return .exit
    }
    return .proceed
  }
}
