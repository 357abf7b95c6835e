import KymoCommandLine
import KymoText

/// A moment of a recording as a command line names it.
enum RecordedMoment {
  /// So many ns from the first message on.
  case seconds(UInt64)
  /// A time stamp, in ns as the recording has it.
  case stamp(UInt64)
  /// A date, in ns since 1970.
  case date(UInt64)

  /// What a command line takes, as the rest of a sentence.
  static let grammar =
    "seconds from the first message such as 2.5, a moment such as 2026-11-26T10:00:00Z, or a time stamp such as at:12.5s"

  /// Reads `2.5`, `10s`, `2m`, `at:12.5s` or a date with its time; nil for anything else.
  init?(_ text: String) {
    if let seconds = DurationText.nanoseconds(text) {
      self = .seconds(UInt64(seconds))
    } else if text.hasPrefix("at:"),
      let time = DurationText.nanosecondsOfUnit(String(text.dropFirst(3)))
    {
      self = .stamp(UInt64(time))
    } else if let moment = ISOTime(dated: text)?.nanosecondsSinceEpoch
      .flatMap({ UInt64(exactly: $0) })
    {
      self = .date(moment)
    } else {
      return nil
    }
  }
}
