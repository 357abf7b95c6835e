public import KymoBench
import KymoText

/// One of the two builds that a gate compares.
public struct GateBuild: Sendable {
  /// Which of the two.
  public let side: GateSide
  /// As it was asked for.
  public let word: String
  /// The executable.
  public internal(set) var executable: String
  /// The commit that was built; nil if an executable was given.
  public internal(set) var commit: String?
  /// The origin of the build: a product, or the command that built it; nil if an executable was given.
  public internal(set) var origin: String?
  /// The page that it is measured with, as it was in the commit; nil without one.
  public internal(set) var page: String?
  /// Whether it had been built and kept by an earlier gate.
  public internal(set) var isKept = false
  /// The compiler's name for itself; nil if the build was not made here, or not by this compiler.
  public internal(set) var toolchain: String?
  /// Its description of itself; nil until it was asked.
  package internal(set) var version: BuildVersion?

  /// Takes an executable, of which nothing is known yet.
  package init(side: GateSide, word: String, executable: String) {
    self.side = side
    self.word = word
    self.executable = executable
  }

  /// Whether there was nothing to build, and the tool that is running does.
  package var isThisTool: Bool { origin == GatePage.thisTool }

  /// For people: the path, or the revision and its commit.
  public var label: String {
    guard let commit else { return word }
    let short = String(commit.prefix(10))
    return commit.hasPrefix(word) ? short : "\(word) (\(short))"
  }

  /// Its capabilities.
  public var capabilities: Set<GateCapability> { version?.capabilities ?? [] }

  /// Asks the executable what it is and what it can do.
  ///
  /// A build that cannot speak of itself is asked for its version and its help instead.
  ///
  /// - Throws: that it is no tool of Kymograph's.
  package mutating func identify(_ limits: TrialLimits) throws(TrialError) {
    let answer: ChildOutcome
    do throws(TrialError) {
      answer = try ask(["--version", "--format", "json"], limits)
    } catch {
      // People know it by the word that they gave.
      guard error.subject == executable else { throw error }
      var known = error
      known.subject = word
      throw known
    }
    if answer.end == .exited(0) { version = BuildVersion(json: answer.output) }
    if version == nil { version = try versionOfOld(limits) }
  }

  /// How long an executable has to say what it is, in ns.
  private static let patienceNanoseconds: Int64 = 20_000_000_000

  /// Returns the answer of the executable, which may be anything, and takes no more than a little
  /// time and memory.
  ///
  /// - Throws: that there is no answer.
  private func ask(
    _ question: [String],
    _ limits: TrialLimits
  ) throws(TrialError) -> ChildOutcome {
    let answer = try limits.within(Self.patienceNanoseconds)
      .run([executable] + question, outputLimit: BuildVersion.limit)
    let words = question.joined(separator: " ")
    if answer.end == .outOfTime, !limits.isOver {
      throw TrialError(
        about: word,
        """
        no answer to '\(words)' within \(Self.patienceNanoseconds / 1_000_000_000) s; it is not \
        kymo
        """
      )
    }
    if answer.end == .tooMuch {
      throw TrialError(
        about: word,
        "more than \(BuildVersion.limit >> 10) KiB in answer to '\(words)'; it is not kymo"
      )
    }
    try limits.check(answer)
    return answer
  }

  private func versionOfOld(_ limits: TrialLimits) throws(TrialError) -> BuildVersion {
    let answer = try ask(["--version"], limits)
    let line = String(decoding: answer.output, as: UTF8.self).split(separator: "\n").first ?? ""
    guard answer.end == .exited(0), line.hasPrefix("kymo ") else {
      let said = line.isEmpty ? "" : ", \(String(line.prefix(80)).printable)"
      throw TrialError(
        about: word,
        """
        \(origin.map { "\($0) is" } ?? "it is") neither kymo nor a tool made with KymoTool \
        (--version: \(answer.ending)\(said))
        """,
        remedy: origin == nil
          ? "give the executable, such as .build/release/kymo, or a git revision"
          : "choose another product with --product, or build it with --build"
      )
    }
    let help = try ask(["bench", "--help"], limits)
    let text = String(decoding: help.output, as: UTF8.self)
    guard let version = BuildVersion(line: String(line), help: text) else {
      throw TrialError(about: word, "its version cannot be read: \(String(line).printable)")
    }
    return version
  }

  /// Refuses builds that do not have the same app: one program is not compared with another.
  static func check(_ builds: [GateBuild], app: String?) throws(TrialError) {
    let known = builds.compactMap { build in build.version?.apps.map { (build, $0) } }
    func list(_ apps: [String]) -> String {
      apps.isEmpty ? "none" : apps.map(\.printable).joined(separator: ", ")
    }
    if let app {
      for (build, apps) in known where !apps.contains(app) {
        throw TrialError(
          about: build.word,
          "\(build.side.rawValue) has no app '\(app)'; it has: \(list(apps))"
        )
      }
    }
    guard known.count == 2 else { return }
    guard !Set(known[0].1).isDisjoint(with: known[1].1) else {
      throw TrialError(
        "two different programs are not compared: BASE has the apps \(list(known[0].1)), HEAD has "
          + list(known[1].1)
      )
    }
  }
}
