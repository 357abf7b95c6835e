/// How fast logical time runs against the wall clock.
enum PlaybackSpeed: Equatable, Sendable {
  /// As fast as the machine can, never waiting.
  case maximum
  /// This many times the speed of the recording; greater than 0 and finite.
  case times(Double)

  /// Reads `max`, `10` or `10x`.
  init?(text: String) {
    if text == "max" {
      self = .maximum
      return
    }
    let digits = text.hasSuffix("x") ? text.dropLast() : text[...]
    guard let factor = Double(digits), factor.isFinite, factor > 0 else { return nil }
    self = .times(factor)
  }
}
