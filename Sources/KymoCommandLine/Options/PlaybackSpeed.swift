/// How fast logical time runs against the wall clock.
package enum PlaybackSpeed: Equatable, Sendable {
  /// As fast as the machine can, never waiting.
  case maximum
  /// This many times the speed of the recording, within ``range``.
  case times(Double)

  /// How many times the speed of the recording can be: for every command.
  package static let range = 1e-6...1e6

  /// Reads `max`, `10` or `10x`; nil for anything else, and for what is out of range.
  package init?(text: String) {
    if text == "max" {
      self = .maximum
      return
    }
    let digits = text.hasSuffix("x") ? text.dropLast() : text[...]
    guard let factor = Double(digits), Self.range.contains(factor) else { return nil }
    self = .times(factor)
  }
}
