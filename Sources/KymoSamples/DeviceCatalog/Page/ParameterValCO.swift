import KymoCore

/// Validation: the first parameter is there, whatever it is.
final class ParameterValCO: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    if exchange.parameter(1) == nil { throw .missingParameter }
    return .proceed
  }
}
