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

  /// Makes times since an unknown moment times since 1970.
  mutating func apply(_ move: ClockMove) {
    guard columns.origin == .unknown else { return }
    columns.offset = move.offset
    columns.origin = .unix
    statement.origin = .unix
    statement.evidence.append(move.evidence)
  }
}
