import KymoCore

/// Validation of `showDate`: `DateTime` or `Date`, in capitals or not.
final class DatePickerValCO: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let kind = exchange.string(try exchange.text(at: 1)).lowercased()
    return kind == "datetime" || kind == "date" ? .proceed : .exit
  }
}
