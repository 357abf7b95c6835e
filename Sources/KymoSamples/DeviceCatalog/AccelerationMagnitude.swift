import KymoCore

/// Business of `accel`: appends the magnitude of the acceleration, in m/s².
final class AccelerationMagnitude: Handler {
  /// Appends √(x² + y² + z²).
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let a = exchange.event.payload.acceleration
    try exchange.append(.number((a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()))
    return .proceed
  }
}
