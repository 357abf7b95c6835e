import KymoCore

/// Business of `accel`: appends the acceleration smoothed by an exponential low-pass, in m/s².
///
/// y[n] = y[n-1] + 0.1 (x[n] - y[n-1]), starting at the first sample: the filter that phone samples use to
/// tell gravity from motion. At 100 Hz its time constant is about 0.1 s.
final class AccelerationLowPass: Handler {
  /// The share of a new sample.
  static var factor: Double { 0.1 }

  private var smooth: Acceleration?

  /// Appends the smoothed components as a vector.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let sample = exchange.event.payload.acceleration
    var next = smooth ?? sample
    next.x += Self.factor * (sample.x - next.x)
    next.y += Self.factor * (sample.y - next.y)
    next.z += Self.factor * (sample.z - next.z)
    smooth = next
    try exchange.append(.vector(next.x, next.y, next.z))
    return .proceed
  }
}
