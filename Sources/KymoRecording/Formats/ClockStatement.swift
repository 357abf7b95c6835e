/// Which column of a file is its time, what that counts, and why an import thinks so.
public struct ClockStatement: Sendable, Equatable {
  /// The meaning of time 0 in the column.
  public enum Origin: String, Sendable {
    /// The beginning of 1970, UTC.
    case unix = "1970"
    /// The start of the recording.
    case start
    /// The beginning of an unknown day.
    case midnight
    /// Nothing says what it is.
    case unknown
  }

  /// The name of the column.
  public var column: String
  /// The unit of its numbers.
  public var unit: TimeUnit
  /// The time that they count from.
  public var origin: Origin
  /// The reasons, each a phrase; never empty.
  public var evidence: [String]
  /// Whether it is a time of day, whose date stands apart or is not known.
  public var isTimeOfDay: Bool
  /// Whether nothing in the file confirms it.
  public var isAssumed: Bool

  /// Takes what was decided, and why.
  public init(
    column: String,
    unit: TimeUnit,
    origin: Origin,
    evidence: [String],
    isAssumed: Bool = false,
    isTimeOfDay: Bool = false
  ) {
    self.column = column
    self.unit = unit
    self.origin = origin
    self.evidence = evidence
    self.isAssumed = isAssumed
    self.isTimeOfDay = isTimeOfDay
  }

  /// One line, such as `time is ns since 1970, by its magnitude`.
  public var text: String {
    let from =
      switch (origin, unit) {
      case (.unix, .iso8601): isTimeOfDay ? ", taken as UTC" : ""
      case (.unix, _): unit.scale == nil ? ", taken as UTC" : " since 1970"
      case (.start, _): " since the start of the recording"
      case (.midnight, _): " of an unknown day"
      case (.unknown, _): " since an unknown moment"
      }
    let words =
      isTimeOfDay && unit == .iso8601 ? "text of a time of day (hh:mm:ss)" : unit.words
    return "\(column) \(isAssumed ? "is taken as" : "is") \(words)\(from): "
      + evidence.joined(separator: "; ")
  }
}
