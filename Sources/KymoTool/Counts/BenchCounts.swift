import Glibc
import KymoBench
import KymoBridge
import KymoCore
import KymoRecording
import KymoReport

/// `kymo bench --instructions`: what can be counted, instead of what has to be timed.
///
/// Three tools of valgrind count two runs each, of n and of 2 n events; the difference is that of n events, in
/// a process that has long begun. The first pass through the recording is therefore not counted, and what is
/// done once only is not seen.
enum BenchCounts {
  /// `--instructions`.
  static let flag = FlagSpecification(
    "instructions",
    help:
      "Count instead of timing: instructions, allocations, retains and system calls per command."
  )
  /// `--events N`.
  static let limit = OptionSpecification(
    "events",
    "N",
    kind: .integer(1...1_000_000_000_000),
    help: "With --pace none or still: end after so many events of the plan, all of them measured."
  )
  /// `--no-report`.
  static let noReport = FlagSpecification(
    "no-report",
    help: "Print no report: the exit code says whether the run was valid."
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let source = try BenchSource(arguments)
    let instance = try source.instance()
    let filter = try source.filter(instance)
    let recorded = try commands(source, instance, filter, console.interrupt)

    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let limits = GateLimits(deadline: .max, interrupt: console.interrupt)
    var options = ["--app=\(source.app)"]
    if let mode = arguments.textIfGiven("mode") { options.append("--mode=\(mode)") }
    if let page = source.page { options += ["--page=\(page)"] + PageOptions.words(arguments) }
    var report = CountsReport(
      recording: source.path,
      app: source.app,
      mode: source.mode,
      counts: subjects(recorded)
    )
    do {
      let counter = try CommandCounter(
        tools: CountingTools(folder, limits, hasScripts: source.page != nil),
        executable: program(folder, limits),
        recording: source.path,
        options: options
      )
      report.valgrind = counter.tools.version
      report.hasFixedAddresses = counter.tools.hasFixedAddresses
      try count(&report, counter, filter.names, &console)
    } catch {
      for index in report.counts.indices { report.counts[index].setUnavailable(error.reason) }
    }
    if console.interrupt.isRequested {
      throw CommandFailure("interrupted before everything was counted", status: .partial)
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    guard report.repetition?.isValid ?? true else {
      console.complain("INVALID: a second count is not the same")
      return .partial
    }
    return .success
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

  /// The program that is running, under a name that is as long in every run.
  private static func program(
    _ folder: UnsafeTemporaryFolder,
    _ limits: GateLimits
  ) throws(CountUnavailable) -> String {
    let link = folder.path + "/kymo"
    do throws(CommandFailure) {
      let outcome = try limits.run(["ln", "-s", "--", "/proc/\(getpid())/exe", link])
      if outcome.end == .exited(0) { return link }
      throw CommandFailure(outcome.lastLines())
    } catch {
      throw CountUnavailable("the program cannot be named: \(error.message.text(tool: "kymo"))")
    }
  }

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
