import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoScript
import KymoText

/// `kymo run --sweep-faults`: the same run again and again, each with one fault at another message.
struct PageFaultSweep {
  /// What came of one fault.
  enum Effect: String, CaseIterable {
    /// The native side came to the same, and the page has shown the same.
    case none = "no effect"
    /// The page has shown something else, or made other calls.
    case different = "something else"
    /// A script threw what nobody caught, which it does not without the fault.
    case uncaught = "uncaught"
    /// Scripts ran into a limit, or the page could not be loaded.
    case failed = "ended"
    /// The ledger does not balance.
    case unaccounted = "unaccounted"

    /// Whether it is the page's, or our own, mistake.
    var isMistake: Bool { self != .none && self != .different }
  }

  /// What one run came to.
  private struct Trial {
    var digest: UInt64
    var lines: [String]
    var uncaught: UInt64
    var firstUncaught: String?
    var failure: String?
    var isBalanced: Bool
    var messages: UInt64
    var wasInterrupted: Bool
  }

  /// A fault that was tried.
  private struct Finding {
    var fault: PageFault
    var number: UInt64
    var effect: Effect
    var text: String
  }

  private let session: PageSession
  private let kinds: [PageFault]

  /// Reads which faults are made.
  ///
  /// - Throws: `usage` for kinds that are none, and for what a sweep has no place for.
  init(_ session: PageSession) throws(CommandFailure) {
    self.session = session
    let arguments = session.arguments
    for name in ["fault", "record", "speed", "rate", "export"] where arguments.isGiven(name) {
      throw .usage("--\(name) is for one run, not for --sweep-faults")
    }
    if arguments.flag("verify") { throw .usage("--verify is for one run, not for --sweep-faults") }
    let all: [PageFault] = [.drop, .duplicate, .reorder, .delay(1_000_000_000), .reload]
    var kinds: [PageFault] = []
    for name in arguments.text("sweep-faults").split(
      separator: ",",
      omittingEmptySubsequences: false
    ) {
      let found = all.filter { name == "all" || $0.name == name }
      guard !found.isEmpty else {
        throw .usage(
          "--sweep-faults takes all, or \(all.map(\.name).joined(separator: ", ")) with commas between them; "
            + "not '\(name)'"
        )
      }
      kinds += found.filter { !kinds.contains($0) }
    }
    self.kinds = kinds
  }

  /// Makes the runs, and says what came of them.
  func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    let reference = try trial(nil, interrupt)
    if let failure = reference.failure {
      throw CommandFailure(file: session.page, "without any fault: \(failure)")
    }
    guard !reference.wasInterrupted else {
      throw CommandFailure("interrupted before any fault was made", status: .partial)
    }
    let places = reference.messages * UInt64(kinds.count)
    let wanted = min(places, UInt64(session.arguments.integer("at-most")))
    console.note(
      "\(reference.messages) messages; \(wanted) runs of \(places) that there could be"
    )
    console.beginProgress("trying faults", of: Int(wanted), unit: "runs")
    var findings: [Finding] = []
    for run in 0..<wanted where !interrupt.isRequested {
      // Evenly over the messages, and each kind as often as the others.
      let place = run * places / wanted
      let (number, fault) = (place / UInt64(kinds.count), kinds[Int(run % UInt64(kinds.count))])
      let trial = try trial((number, fault), interrupt)
      if trial.wasInterrupted { break }
      findings.append(finding(number, fault, trial, reference))
      console.progress(to: findings.count)
    }
    console.endProgress()
    let isWhole = UInt64(findings.count) == wanted
    if session.arguments.wantsJSON {
      console.print(json(findings, reference, places, isWhole))
    } else {
      print(findings, reference, places, isWhole, to: &console)
    }
    if findings.contains(where: { $0.effect.isMistake }) { return .failure }
    return isWhole ? .success : .partial
  }

  /// One run with a fault, or with none.
  private func trial(
    _ fault: (number: UInt64, fault: PageFault)?,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> Trial {
    let instance = try AppInstance.make(session.app, session.setup)
    var arena = 0
    let events = try session.sessionEvents(instance.routing, &arena)
    let start = try session.start(instance.routing)
    let observer = PageConsole(printsNothing: true)
    let web = session.web(session.setup.seed, interrupt)
    let hang = session.hangWatch(
      web,
      nil,
      interrupt,
      during: fault.map { "with --fault \($0.fault.text(at: $0.number)): " } ?? ""
    )
    let faults = PageFaults(fault.map { [$0.number: $0.fault] } ?? [:])
    let link = PageLink(
      to: instance,
      clock: ScriptClock(now: start),
      web: web,
      options: try session.linkOptions(faults),
      observer: observer
    )
    do throws(WebViewError) { try link.load(session.page) } catch {
      throw CommandFailure(error, page: session.page)
    }
    var options = PageRun<NoSink>.Options()
    options.after = session.arguments.nanoseconds("after")
    let run = PageRun(
      table: instance.table,
      link: link,
      sink: NoSink(),
      arenaBytes: arena,
      options: options
    )
    let result = run.run(events, from: start) { _ in interrupt.isRequested }
    _ = consume hang
    if let failure = result.failure, let path = session.path {
      throw CommandFailure(failure, file: path)
    }
    return Trial(
      digest: result.digest.total,
      lines: observer.lines.map { "\($0.level): \($0.text)" },
      uncaught: link.exceptions.count,
      firstUncaught: link.exceptions.first.map { "\($0)" },
      failure: link.wasInterrupted ? nil : link.failure.map { "\($0)" },
      isBalanced: link.traffic.ledger.isBalanced,
      messages: link.traffic.ledger.sent,
      wasInterrupted: result.wasInterrupted
    )
  }

  private func finding(
    _ number: UInt64,
    _ fault: PageFault,
    _ trial: Trial,
    _ reference: Trial
  ) -> Finding {
    func made(_ effect: Effect, _ text: String = "") -> Finding {
      Finding(fault: fault, number: number, effect: effect, text: text)
    }
    if let failure = trial.failure { return made(.failed, failure) }
    if !trial.isBalanced { return made(.unaccounted, "a message is not accounted for") }
    if trial.uncaught > reference.uncaught { return made(.uncaught, trial.firstUncaught ?? "") }
    let isSame = trial.digest == reference.digest && trial.lines == reference.lines
    return made(isSame ? .none : .different)
  }

  // MARK: Reports

  private func counts(_ findings: [Finding], of kind: PageFault) -> [Int] {
    Effect.allCases.map { effect in
      findings.count { $0.fault == kind && $0.effect == effect }
    }
  }

  private func print(
    _ findings: [Finding],
    _ reference: Trial,
    _ places: UInt64,
    _ isWhole: Bool,
    to console: inout Console
  ) {
    console.print(
      "\(session.page.printable): \(reference.messages) messages, \(findings.count) runs with one fault each"
        + (UInt64(findings.count) == places ? "" : ", of \(places) that there could be")
    )
    var table = TextTable(
      [.left("fault"), .right("runs")] + Effect.allCases.map { .right($0.rawValue) }
    )
    for kind in kinds {
      let counts = counts(findings, of: kind)
      table.addRow(
        [.text(kind.name), .integer(counts.reduce(0, +))] + counts.map { .integer($0) }
      )
    }
    console.print(table)
    let mistakes = findings.filter { $0.effect.isMistake }
    for finding in mistakes.prefix(10) {
      console.print("\(finding.effect.rawValue)  \(finding.text.printable)")
      console.print("  reproduce with: \(reproduction(finding))")
    }
    if mistakes.count > 10 {
      console.print("and \(mistakes.count - 10) more; --format json has all")
    }
    if !isWhole { console.print("interrupted: the other faults were not made") }
    if reference.uncaught > 0 {
      console.print(
        "\(reference.uncaught) uncaught exceptions come without any fault, and are not counted"
      )
    }
  }

  /// The command line of the run with a fault.
  private func reproduction(_ finding: Finding) -> String {
    let arguments = session.arguments
    var words = [arguments.tool.name, "run", session.page.shellQuoted]
    words += arguments.positionals("recording").map(\.shellQuoted)
    let own: Set = ["sweep-faults", "at-most", "format"]
    for option in arguments.specification.options
    where arguments.isGiven(option.name) && !own.contains(option.name) {
      words += arguments.texts(option.name).map { "--\(option.name)=\($0)".shellQuoted }
    }
    if arguments.flag("decline") { words.append("--decline") }
    return (words + ["--fault", finding.fault.text(at: finding.number)]).joined(separator: " ")
  }

  private func json(
    _ findings: [Finding],
    _ reference: Trial,
    _ places: UInt64,
    _ isWhole: Bool
  ) -> JSONText {
    [
      "schema": "kymograph.run-faults/1",
      "page": JSONText(session.page),
      "recording": session.path.map { JSONText($0) } ?? .null,
      "messages": JSONText(reference.messages),
      "possibleRuns": JSONText(places),
      "runs": JSONText(findings.count),
      "interrupted": JSONText(!isWhole),
      "uncaughtWithoutFault": JSONText(reference.uncaught),
      "faults": JSONText(
        findings.map { finding in
          [
            "fault": JSONText(finding.fault.text(at: finding.number)),
            "effect": JSONText(finding.effect.rawValue),
            "text": finding.text.isEmpty ? .null : JSONText(finding.text),
          ]
        }
      ),
    ]
  }
}
