import KymoCore

/// View of `accel`: replies with the smoothed acceleration.
final class AccelerationView: Handler {
  /// Replies {x, y, z} from the last result.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard case .vector(let x, let y, let z)? = exchange.result(exchange.resultCount - 1) else {
      throw .missingParameter
    }
    exchange.reply(Acceleration(x: x, y: y, z: z))
    return .proceed
  }
}
