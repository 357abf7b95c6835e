import KymoCommandLine
import KymoCore
import KymoRecording
import KymoScript
import KymoText

/// `kymo run --sweep-faults`: makes the runs of a sweep, and says what came of them.
struct FaultSweep {
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
    if arguments.flag("strict") { throw .usage("--strict is for one run, not for --sweep-faults") }
    if arguments.flag("verify") { throw .usage("--verify is for one run, not for --sweep-faults") }
    do throws(PageFaultError) {
      kinds = try PageFaultSweep.kinds(arguments.text("sweep-faults"))
    } catch {
      guard case .noKind(let name) = error else { throw .usage("\(error)") }
      let names = PageFaultSweep.kinds.map(\.name).joined(separator: ", ")
      throw .usage("--sweep-faults takes all, or \(names) with commas between them; not '\(name)'")
    }
  }

  /// Makes the runs, and says what came of them.
  func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    let interrupt = console.interrupt
    guard let reference = try trial(nil, interrupt) else {
      throw CommandFailure("interrupted before any fault was made", status: .partial)
    }
    if let failure = reference.failure {
      throw CommandFailure(file: session.page, "without any fault: \(failure)")
    }
    // What a person was to do there, and could not, is missing in every run.
    for line in reference.lines where line.hasPrefix("input: ") {
      console.complain("without any fault: \(line.dropFirst(7))".printable)
    }
    var sweep = PageFaultSweep(
      kinds,
      against: reference,
      atMost: session.arguments.integer("at-most")
    )
    console.note(
      "\(reference.messages) messages; \(sweep.runs) runs of \(sweep.possibleRuns) that there could be"
    )
    console.beginProgress("trying faults", of: Int(sweep.runs), unit: "runs")
    while !interrupt.isRequested, let fault = sweep.next {
      guard let trial = try trial(fault, interrupt) else { break }
      sweep.add(trial)
      console.progress(to: sweep.findings.count)
    }
    console.endProgress()
    if session.arguments.wantsJSON {
      console.print(json(sweep))
    } else {
      print(sweep, to: &console)
    }
    if sweep.findings.contains(where: { $0.effect.isMistake }) { return .failure }
    return sweep.isWhole ? .success : .partial
  }

  /// One run with a fault, or with none; nil if it was interrupted.
  private func trial(
    _ fault: (number: UInt64, fault: PageFault)?,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> PageTrial? {
    let instance = try AppInstance.make(session.app, session.setup)
    var arena = 0
    let events = try session.sessionEvents(instance.routing, &arena)
    let start = try session.start(instance.routing)
    let observer = PageConsole(printsNothing: true)
    let web = try session.web(session.setup.seed, interrupt)
    let hang = session.hangWatch(
      web,
      nil,
      interrupt,
      during: fault.map { "with --fault \($0.fault.text(at: $0.number)): " } ?? ""
    )
    let link = try session.link(
      to: instance,
      web,
      from: start,
      PageFaults(fault.map { [$0.number: $0.fault] } ?? [:]),
      observer: observer
    )
    let options = try session.runOptions(from: start)
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
    let lines = observer.lines.map { "\($0.level): \($0.text)" }
    let trial = PageTrial(link, digest: result.digest.total, lines: lines)
    return result.wasInterrupted ? nil : trial
  }

  // MARK: Reports

  private func print(_ sweep: PageFaultSweep, to console: inout Console) {
    let (findings, reference) = (sweep.findings, sweep.reference)
    console.print(
      "\(session.page.printable): \(reference.messages) messages, \(findings.count) runs with one fault each"
        + (UInt64(findings.count) == sweep.possibleRuns
          ? "" : ", of \(sweep.possibleRuns) that there could be")
    )
    var table = TextTable(
      [.left("fault"), .right("runs")] + PageFaultEffect.allCases.map { .right($0.rawValue) }
    )
    for kind in kinds {
      let counts = sweep.counts(of: kind)
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
    if !sweep.isWhole { console.print("interrupted: the other faults were not made") }
    if reference.uncaught > 0 {
      console.print(
        "\(reference.uncaught) uncaught exceptions come without any fault, and are not counted"
      )
    }
  }

  /// The command line of the run with a fault.
  private func reproduction(_ finding: PageFaultSweep.Finding) -> String {
    let arguments = session.arguments
    var words = [arguments.tool.invocation.shellQuoted, "run", session.page.shellQuoted]
    words += arguments.positionals("recording").map(\.shellQuoted)
    let own: Set = ["sweep-faults", "at-most", "format"]
    for option in arguments.specification.options
    where arguments.isGiven(option.name) && !own.contains(option.name) {
      words += arguments.texts(option.name).map { "--\(option.name)=\($0)".shellQuoted }
    }
    if arguments.flag("decline") { words.append("--decline") }
    return (words + ["--fault", finding.fault.text(at: finding.number)]).joined(separator: " ")
  }

  private func json(_ sweep: PageFaultSweep) -> JSONText {
    [
      "schema": "kymograph.run-faults/1",
      "page": JSONText(session.page),
      "recording": session.path.map { JSONText($0) } ?? .null,
      "messages": JSONText(sweep.reference.messages),
      "possibleRuns": JSONText(sweep.possibleRuns),
      "runs": JSONText(sweep.findings.count),
      "interrupted": JSONText(!sweep.isWhole),
      "uncaughtWithoutFault": JSONText(sweep.reference.uncaught),
      "faults": JSONText(
        sweep.findings.map { finding in
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
