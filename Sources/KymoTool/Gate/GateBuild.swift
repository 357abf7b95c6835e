/// One of the two builds that a gate compares.
struct GateBuild {
  /// What it is called here: BASE or HEAD.
  let name: String
  /// As it was asked for.
  let word: String
  /// The executable.
  let executable: String
  /// The commit that was built; nil if an executable was given.
  var commit: String?
  /// What it says of itself.
  var version = ""
  /// Whether it can dispatch back to back.
  var hasPace = false
  /// Whether it can end a run before the plan does.
  var hasEventLimit = false
  /// Whether it can be slowed down on purpose.
  var hasHandicap = false

  /// For people: the path, or the revision and its commit.
  var label: String {
    guard let commit else { return word }
    let short = String(commit.prefix(10))
    return commit.hasPrefix(word) ? short : "\(word) (\(short))"
  }

  /// Asks the executable what it is and what it can do.
  ///
  /// - Throws: that it is no kymo.
  mutating func identify(_ limits: GateLimits) throws(CommandFailure) {
    let answer = try limits.run([executable, "--version"])
    let text = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").first ?? ""
    guard answer.end == .exited(0), text.hasPrefix("kymo ") else {
      try limits.check(answer)
      throw CommandFailure(
        file: word,
        "it is no kymo (--version: \(answer.ending)\(text.isEmpty ? "" : ", \(text)"))",
        remedy: "give the executable, such as .build/release/kymo, or a git revision"
      )
    }
    version = String(text)
    let help = try limits.run([executable, "bench", "--help"])
    try limits.check(help)
    let words = String(decoding: help.output, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" || $0 == "[" }
    hasPace = words.contains("--pace")
    hasEventLimit = words.contains("--events")
    hasHandicap = words.contains("--handicap")
  }
}
