import KymoCommandLine

/// The options of every command that takes a part of a recording.
enum PartOptions {
  /// `--start TIME`.
  static let start = OptionSpecification(
    "start",
    "TIME",
    help: """
      Keep what comes at or after TIME: seconds from the first message such as 5, 2.5s or \
      1m, a moment such as 2026-11-26T10:00:00Z, or a time stamp such as at:12.5s.
      """
  )
  /// `--end TIME`.
  static let end = OptionSpecification("end", "TIME", help: "Keep what comes before TIME.")
  /// `--channels TOPICS`.
  static let channels = OptionSpecification(
    "channels",
    "TOPICS",
    isRepeatable: true,
    help: "Keep only these topics, separated by commas."
  )
  /// `--without TOPICS`.
  static let without = OptionSpecification(
    "without",
    "TOPICS",
    isRepeatable: true,
    help: "Leave out these topics, separated by commas."
  )
}
