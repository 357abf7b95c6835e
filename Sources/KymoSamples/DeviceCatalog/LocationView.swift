import KymoCore

/// View of `sendloc`: replies with the accepted position.
final class LocationView: Handler {
  /// Replies [latitude, longitude, altitude] from the last result.
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard
      case .vector(let latitude, let longitude, let altitude)? =
        exchange.result(exchange.resultCount - 1)
    else { throw .missingParameter }
    exchange.reply(latitude: latitude, longitude: longitude, altitude: altitude)
    return .proceed
  }
}
