import KymoRecording

/// The meaning of the times of a file, as its ``ClockJudge`` decides.
struct ClockVerdict {
  /// Where the times are, and what they count.
  var columns: TimeColumns
  /// The same for the user, with the reasons.
  var statement: ClockStatement
  /// The points that do not go with it, but are explained by a clock that was set: the line, and
  /// one sentence.
  var doubts: [(line: Int, explanation: String)] = []

  /// Makes times since the phone was switched on times since 1970, by the clock in `column`.
  mutating func move(by offset: Int64, column: String) {
    columns.offset = offset
    columns.origin = .unix
    statement.origin = .unix
    statement.evidence.append(
      "counted since the phone was switched on, and moved by \(column.prefix(40))"
    )
  }
}
