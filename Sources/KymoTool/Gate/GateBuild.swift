import KymoBench

/// One of the two builds that a gate compares.
struct GateBuild {
  /// Which of the two.
  let side: GateSide
  /// As it was asked for.
  let word: String
  /// The executable.
  var executable: String
  /// The commit that was built; nil if an executable was given.
  var commit: String?
  /// What was built of it: a product, or by which command; nil if an executable was given.
  var origin: String?
  /// The page that it is measured with, as it was in the commit; nil without one.
  var page: String?
  /// Whether it had been built and kept by an earlier gate.
  var isKept = false
  /// What the compiler that built it says of itself; nil if it was not built here, or not by this compiler.
  var toolchain: String?
  /// What it says of itself; nil until it was asked.
  var version: BuildVersion?

  /// Whether there was nothing to build, and the tool that is running does.
  var isThisTool: Bool { origin == GatePage.thisTool }

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
      answer = try ask(["--version", "--format", "json"], limits)
    } catch {
      // People know it by the word that they gave.
      let place = executable + ": "
      let message = error.message.text(tool: "kymo")
      guard message.hasPrefix(place) else { throw error }
      throw CommandFailure(file: word, String(message.dropFirst(place.count)))
    }
    if answer.end == .exited(0) { version = BuildVersion(json: answer.output) }
    if version == nil { version = try versionOfOld(limits) }
  }

  /// How long an executable has to say what it is, in ns.
  private static let patienceNanoseconds: Int64 = 20_000_000_000

  /// What the executable answers; it may be anything, and takes no more than a little time and memory.
  ///
  /// - Throws: that there is no answer.
  private func ask(
    _ question: [String],
    _ limits: GateLimits
  ) throws(CommandFailure) -> ChildOutcome {
    let answer = try limits.within(Self.patienceNanoseconds)
      .run([executable] + question, outputLimit: BuildVersion.limit)
    let words = question.joined(separator: " ")
    if answer.end == .outOfTime, !limits.isOver {
      throw CommandFailure(
        file: word,
        "no answer to '\(words)' within \(Self.patienceNanoseconds / 1_000_000_000) s; it is no kymo"
      )
    }
    if answer.end == .tooMuch {
      throw CommandFailure(
        file: word,
        "more than \(BuildVersion.limit >> 10) KiB in answer to '\(words)'; it is no kymo"
      )
    }
    try limits.check(answer)
    return answer
  }

  private func versionOfOld(_ limits: GateLimits) throws(CommandFailure) -> BuildVersion {
    let answer = try ask(["--version"], limits)
    let line = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").first ?? ""
    guard answer.end == .exited(0), line.hasPrefix("kymo ") else {
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
    let help = try ask(["bench", "--help"], limits)
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
