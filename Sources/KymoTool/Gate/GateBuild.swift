import KymoBench

/// One of the two builds that a gate compares.
struct GateBuild {
  /// Which of the two.
  let side: GateSide
  /// As it was asked for.
  let word: String
  /// The executable.
  let executable: String
  /// The commit that was built; nil if an executable was given.
  var commit: String?
  /// What was built of it: a product, or by which command; nil if an executable was given.
  var origin: String?
  /// Whether it had been built and kept by an earlier gate.
  var isKept = false
  /// What it says of itself; nil until it was asked.
  var version: BuildVersion?

  /// For people: the path, or the revision and its commit.
  var label: String {
    guard let commit else { return word }
    let short = String(commit.prefix(10))
    return commit.hasPrefix(word) ? short : "\(word) (\(short))"
  }

  /// What it can do.
  var capabilities: Set<GateCapability> { version?.capabilities ?? [] }

  /// Asks the executable what it is and what it can do.
  ///
  /// A build that cannot speak of itself is asked for its version and its help instead.
  ///
  /// - Throws: that it is no tool of Kymograph's.
  mutating func identify(_ limits: GateLimits) throws(CommandFailure) {
    let answer: ChildOutcome
    do throws(CommandFailure) {
      answer = try limits.run([executable, "--version", "--format", "json"])
    } catch {
      // People know it by the word that they gave.
      let place = executable + ": "
      let message = error.message.text(tool: "kymo")
      guard message.hasPrefix(place) else { throw error }
      throw CommandFailure(file: word, String(message.dropFirst(place.count)))
    }
    try limits.check(answer)
    if answer.end == .exited(0) { version = BuildVersion(json: answer.output) }
    if version == nil { version = try versionOfOld(limits) }
  }

  private func versionOfOld(_ limits: GateLimits) throws(CommandFailure) -> BuildVersion {
    let answer = try limits.run([executable, "--version"])
    let line = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").first ?? ""
    guard answer.end == .exited(0), line.hasPrefix("kymo ") else {
      try limits.check(answer)
      let said = line.isEmpty ? "" : ", \(String(line.prefix(80)).printable)"
      throw CommandFailure(
        file: word,
        "\(origin.map { "\($0) gives" } ?? "it is") no kymo, nor a tool made of KymoTool "
          + "(--version: \(answer.ending)\(said))",
        remedy: origin == nil
          ? "give the executable, such as .build/release/kymo, or a git revision"
          : "choose another product with --product, or build it with --build"
      )
    }
    let help = try limits.run([executable, "bench", "--help"])
    try limits.check(help)
    let text = String(decoding: help.output, as: UTF8.self)
    guard let version = BuildVersion(line: String(line), help: text) else {
      throw CommandFailure(file: word, "its version cannot be read: \(String(line).printable)")
    }
    return version
  }

  /// Refuses builds that do not have the same app: one program is not held against another.
  static func check(_ builds: [GateBuild], app: String?) throws(CommandFailure) {
    let known = builds.compactMap { build in build.version?.apps.map { (build, $0) } }
    func list(_ apps: [String]) -> String {
      apps.isEmpty ? "none" : apps.map(\.printable).joined(separator: ", ")
    }
    if let app {
      for (build, apps) in known where !apps.contains(app) {
        throw CommandFailure(
          file: build.word,
          "\(build.side.rawValue) has no app '\(app)'; it has: \(list(apps))"
        )
      }
    }
    guard known.count == 2 else { return }
    guard !Set(known[0].1).isDisjoint(with: known[1].1) else {
      throw CommandFailure(
        "two different programs are not compared: BASE has the apps \(list(known[0].1)), HEAD has "
          + list(known[1].1)
      )
    }
  }
}
