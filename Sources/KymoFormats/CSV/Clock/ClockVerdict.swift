import KymoRecording

/// What the times of a file are, as its ``ClockJudge`` decides.
struct ClockVerdict {
  /// Where the times are, and what they count.
  var columns: TimeColumns
  /// The same for the user, with the reasons.
  var statement: ClockStatement
  /// What does not go with it, but is explained by a clock that was set: the line, and one sentence.
  var doubts: [(line: Int, explanation: String)] = []
}
