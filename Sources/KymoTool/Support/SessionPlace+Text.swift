import KymoCommandLine
import KymoRecording
import KymoText

/// The places of sessions as people type them: `12.5`, `2m`, `2026-11-26T10:00:00Z`, `at:1700000000.5s`, `input:5000`.
///
/// A bare number is in seconds, as everywhere.
extension SessionPlace {
  /// The way to write one, for help and messages.
  static let syntax = """
    seconds after the first input such as 12.5, 500ms or 2m, a moment such as \
    2026-11-26T10:00:00Z, a time stamp such as at:12.5s, or an input such as input:5000
    """

  /// Reads a place; nil if the text is none.
  init?(text: String) {
    if text.hasPrefix("input:") {
      guard let number = UInt64(text.dropFirst(6)) else { return nil }
      self = .input(number)
    } else if text.hasPrefix("at:") {
      guard let time = DurationText.nanosecondsOfUnit(String(text.dropFirst(3))) else { return nil }
      self = .time(time)
    } else if let time = DurationText.nanoseconds(text) {
      self = .elapsed(time)
    } else {
      guard let time = ISOTime(dated: text)?.nanosecondsSinceEpoch else { return nil }
      self = .time(time)
    }
  }
}

extension ParsedArguments {
  /// The place that an option gives; nil if it was not given.
  ///
  /// - Throws: a usage error that says how places are written.
  func place(_ name: String) throws(CommandFailure) -> SessionPlace? {
    guard let text = textIfGiven(name) else { return nil }
    if let place = SessionPlace(text: text) { return place }
    throw .usage("--\(name) takes \(SessionPlace.syntax); not '\(text)'")
  }
}
