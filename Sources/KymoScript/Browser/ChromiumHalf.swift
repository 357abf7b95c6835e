import KymoText

/// The page half of a dialect for a browser: its scripts, and what they are told at the start.
struct ChromiumHalf {
  /// The script that all dialects share, and the dialect's own.
  var scripts: (shared: [UInt8], own: [UInt8])
  /// What native code is to it, as a JSON object.
  var native: JSONText
  /// Where ids start, in the order in which they are drawn.
  var seeds: [Double]
  /// Told of what the half says: the kind and its texts.
  var hear: (String, [String?]) -> Void
  /// Answers a call in the midst of a script; nil if the half makes none.
  var answerNow: PageDialect.AnswerNow?
}
