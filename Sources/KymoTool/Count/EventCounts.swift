import KymoBench
import KymoBridge
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText
import KymoTrials

/// The counts of `kymo count`: of what can be counted, instead of what has to be timed.
///
/// Three tools of valgrind count two runs each, of n and of 2 n events; the difference is that of n events, in
/// a process that has long begun. The first pass through the recording is therefore not counted, and what is
/// done once only is not seen.
enum EventCounts {
  static func run(
    _ options: CountOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let instance = try source.instance()
    let filter = try source.filter(instance)
    let wanted = try BenchLimits(options.limits, arguments, source)
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: .counts,
      inputs: InputFiles(
        [source.path] + arguments.texts("baseline") + arguments.texts(LimitOptions.file.name)
      ).with(page: source.page, arguments)
    )
    let subject = try subject(source)
    let comparison = try CountsComparison(arguments, of: subject, key(source))
    console.isOutputTaken = exports.takesOutput
    let start = UnsafeWallClock.nanoseconds()
    let recorded = try commands(source, instance, filter, console.interrupt)

    var report = CountsReport(
      recording: source.path,
      app: source.app,
      mode: source.mode,
      subject: subject,
      counts: subjects(recorded),
      raised: raised(instance, recorded)
    )
    let options = words(source, arguments)
    try count(&report, only: filter.names, hasScripts: source.page != nil, &console) {
      CommandCounter(tools: $0, executable: $1, recording: source.path, options: options)
    }
    let summary = summarize(
      &report,
      comparison?.baseline,
      wanted,
      context(source, arguments, start)
    )
    return try publish(report, summary, key(source), wanted, exports, arguments, &console)
  }

  /// The options of every run.
  private static func words(_ source: BenchSource, _ arguments: ParsedArguments) -> [String] {
    var words = ["--app=\(source.app)"]
    if let mode = arguments.textIfGiven("mode") { words.append("--mode=\(mode)") }
    if let page = source.page { words += ["--page=\(page)"] + PageOptions.words(arguments) }
    return words
  }

  /// The commands that handlers raise, and of which the recording has no event.
  private static func raised(
    _ instance: borrowing AppInstance,
    _ recorded: [(name: String, count: Int)]
  ) -> [String] {
    instance.table.raisedCommands.compactMap { instance.table.name(of: $0) }
      .filter { name in !recorded.contains { $0.name == name } }
  }

  /// Returns the subject of the counts.
  private static func subject(_ source: BenchSource) throws(CommandFailure)
    -> CountsBaseline.Subject
  {
    do throws(MCAPError) {
      return CountsBaseline.Subject(
        recording: source.path,
        digest: TraceDigest.text(try source.file.bytesDigest()),
        app: source.subjectName,
        mode: source.mode,
        features: .host
      )
    } catch { throw CommandFailure(error, file: source.path) }
  }

  /// The same as a name of a baseline.
  private static func key(_ source: BenchSource) -> BaselineKey {
    BaselineKey(
      recording: source.path,
      app: source.subjectName,
      mode: source.mode,
      kind: .counts
    )
  }

  /// Compares a report with a baseline and with limits.
  ///
  /// - Returns: the report as exports need it.
  static func summarize(
    _ report: inout CountsReport,
    _ baseline: CountsBaseline?,
    _ limits: BenchLimits?,
    _ context: ExportContext
  ) -> CountsSummary {
    let rows = report.counts.map(\.row)
    let isCounted = rows.contains { !$0.counted.isEmpty }
    var summary = CountsSummary(
      context: context,
      rows: rows,
      invalidReason: !isCounted
        ? "nothing could be counted"
        : report.isValid ? nil : "a second count is not the same"
    )
    summary.valgrind = report.valgrind
    summary.baseline = baseline
    (summary.facts, summary.notes) = (report.facts, report.notes)
    report.limits = limits?.judgement(isValid: report.isValid, timesOfCommands: true) {
      summary.reading(for: $0)
    }
    summary.context.limits = report.limits
    report.comparison = baseline.map { ($0, $0.changes(to: rows)) }
    return summary
  }

  /// Where the counts come from.
  private static func context(
    _ source: BenchSource,
    _ arguments: ParsedArguments,
    _ startNanoseconds: Int64
  ) -> ExportContext {
    var context = ExportContext(
      of: source.path,
      by: source.subjectName,
      mode: source.mode,
      arguments
    )
    context.startNanoseconds = startNanoseconds
    return context
  }

  /// Prints the report, writes all exports and new limits, and says which limits are broken.
  static func publish(
    _ report: CountsReport,
    _ summary: CountsSummary,
    _ key: BaselineKey,
    _ limits: BenchLimits?,
    _ exports: ExportFiles,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let reasons = [summary.invalidReason].compactMap(\.self)
    if arguments.wantsJSON {
      console.print(report.json)
      BenchFrame.complain(of: reasons, to: &console)
    } else {
      let frame = BenchFrame(reasons: reasons, summary.context)
      frame.printHead(to: &console)
      report.print(to: &console)
      if let (baseline, changes) = report.comparison {
        CountsComparison(baseline: baseline)
          .print(changes, valgrind: report.valgrind, to: &console)
      }
      LimitTable.print(report.limits, to: &console)
      frame.printFoot(to: &console)
    }
    try exports.write(to: &console, isOutputJSON: arguments.wantsJSON, wasInterrupted: false) {
      $0.text(of: .counts(summary, json: report.json.text))
    }
    if !report.isValid, limits?.output != nil {
      console.complain("no limits are written: the counts are INVALID")
    } else if let output = limits?.output {
      let new = summary.rows.enumerated().flatMap { index, row in
        // The last is that of all, whatever it is called.
        LimitProposal.limits(
          of: row.counted,
          command: index + 1 == summary.rows.count ? nil : row.name,
          at: output.place
        )
      }
      try output.write(new, to: &console)
    }
    if let saved = try arguments.savedBaselineStore() {
      if report.isValid {
        try saved.save(report.json.text, key, to: &console)
      } else {
        console.complain("no baseline is saved: the counts are INVALID")
      }
    }
    let status = report.isValid ? ExitStatus.success : .partial
    return limits?.status(report.limits, otherwise: status, &console) ?? status
  }

  /// How many events of each command there are, in the order of the table; unknown commands last.
  private static func commands(
    _ source: BenchSource,
    _ instance: borrowing AppInstance,
    _ filter: CommandFilter,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> [(name: String, count: Int)] {
    let names = instance.table.names
    var counts = Array(repeating: 0, count: names.count + 1)
    do {
      var events = try source.events(instance)
      while let event = try events.next(), !interrupt.isRequested {
        guard filter.accepts(event), source.page == nil || !event.source.isOfPage else { continue }
        let row = Int(event.command.rawValue) - 1
        counts[names.indices.contains(row) ? row : names.count] += 1
      }
    } catch { throw CommandFailure(error, file: source.path) }
    if interrupt.isRequested {
      throw CommandFailure("interrupted before anything was counted", status: .partial)
    }
    let all = names + [OutcomeStatus.unknownCommand.name]
    let found = zip(all, counts).filter { $0.1 > 0 }.map { (name: $0.0, count: $0.1) }
    guard !found.isEmpty else {
      throw BenchSource.noEvents(source.path, filter, source.type.channels)
    }
    return found
  }

  /// All commands together, and each by itself if there are several.
  private static func subjects(_ recorded: [(name: String, count: Int)]) -> [CommandCounts] {
    let each = recorded.map { CommandCounts($0.name, recorded: $0.count) }
    guard each.count > 1 else { return each }
    return each + [CommandCounts(nil, recorded: recorded.reduce(0) { $0 + $1.count })]
  }

  /// Counts each row of a report, as far as the machine can count.
  ///
  /// - Parameters:
  ///   - report: gets the counts, or why there are none.
  ///   - only: the commands that are counted; empty for all.
  ///   - hasScripts: whether a page takes part.
  ///   - console: shows how far it is.
  ///   - makeCounter: makes what counts, of the tools and of the path of this program.
  /// - Throws: that somebody stopped it.
  static func count(
    _ report: inout CountsReport,
    only: [String] = [],
    hasScripts: Bool = false,
    _ console: inout Console,
    makeCounter: (_ tools: CountingTools, _ program: String) -> CommandCounter
  ) throws(CommandFailure) {
    let folder = try CommandFailure.of(try UnsafeTemporaryFolder())
    defer { folder.remove() }
    let interrupt = console.interrupt
    let limits = TrialLimits { interrupt.isRequested }
    do {
      let tools = try CountingTools(folder, limits, hasScripts: hasScripts)
      let counter = makeCounter(tools, try CommandCounter.program(in: folder, limits))
      report.valgrind = tools.version
      report.hasFixedAddresses = tools.hasFixedAddresses
      try count(&report, counter, only, &console)
    } catch {
      for index in report.counts.indices { report.counts[index].setUnavailable(error.reason) }
    }
    if interrupt.isRequested {
      throw CommandFailure("interrupted before everything was counted", status: .partial)
    }
  }

  /// Counts each row of a report, and the last one again.
  private static func count(
    _ report: inout CountsReport,
    _ counter: CommandCounter,
    _ only: [String],
    _ console: inout Console
  ) throws(CountUnavailable) {
    let total = report.counts.count * CommandCounter.runs + 2
    console.note("counting, with \(total) runs under valgrind")
    console.beginProgress("counting", of: total, unit: "runs")
    defer { console.endProgress() }
    for index in report.counts.indices {
      let name = report.counts[index].name
      counter.count(&report.counts[index], only: name.map { [$0] } ?? only) {
        console.progress(to: index * CommandCounter.runs + $0)
      }
      if console.interrupt.isRequested { return }
    }
    // The last one is that of most events.
    if let last = report.counts.last, last[.instructions].count != nil {
      report.repetition = counter.again(last, only: last.name.map { [$0] } ?? only)
    }
  }
}
