import KymoCore
import KymoDevice

/// Business of `sendloc`: accepts the first fix younger than five seconds, once.
///
/// A phone delivers a cached fix first. The age is that of the fix at the logical time of its event; a
/// fix may lie as far in the future, since the two clocks are not the same.
final class FirstFreshFix: Handler {
  /// The age from which on a fix is stale, in ns.
  static var maximumAgeNanoseconds: Int64 { LocationAcceptor.usualAgeNanoseconds }

  private var isLatched = false

  /// Exits if a fix was accepted before or this one is stale; otherwise appends its position.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    if isLatched { return .exit }
    let event = exchange.event
    let fix = event.payload.location
    guard fix.isFresh(at: event.timestamp, within: Self.maximumAgeNanoseconds) else { return .exit }
    isLatched = true
    try exchange.append(.vector(fix.latitude, fix.longitude, fix.altitude))
    return .proceed
  }
}
