import KymoBench
import KymoCommandLine
import KymoCore

/// The options of one run.
struct BenchRunOptions {
  /// `--events N`.
  static let limit = OptionSpecification(
    "events",
    "N",
    kind: .integer(1...1_000_000_000_000),
    help: "With --pace none or still: end after N events of the plan, and measure them all."
  )
  /// `--no-report`.
  static let noReport = FlagSpecification(
    "no-report",
    help: "Print no report: the exit code says whether the run was valid."
  )

  /// The load.
  private(set) var load: LoadOptions
  /// How events are paced: one of the modes of one run.
  private(set) var pace: BenchModeName
  /// How much time is wasted on every event, in ns.
  let handicapNanoseconds: Int
  /// After how many events of the plan the run ends, if it comes so far.
  let eventLimit: Int
  /// Whether a report is printed.
  let hasReport: Bool

  /// Reads the options.
  ///
  /// - Throws: a usage error if the load is no load.
  init(_ arguments: ParsedArguments, pace: BenchModeName) throws(CommandFailure) {
    load = try LoadOptions(arguments)
    self.pace = pace
    handicapNanoseconds = arguments.integer("handicap")
    eventLimit = arguments.integerIfGiven(Self.limit.name) ?? .max
    hasReport = !arguments.flag(Self.noReport.name)
  }

  /// The same events back to back: what an event costs, whatever else the machine does.
  ///
  /// - Throws: why there is no such run; the failure names `path`.
  func round(
    of workload: Workload,
    path: String
  ) throws(CommandFailure) -> (run: LoadRun, options: BenchRunOptions) {
    var options = self
    options.pace = .unpaced
    let count = min(load.eventCount.rounded(.up), Double(BusyMachine.roundEvents))
    do {
      let plan = ArrivalPlan.immediate(count: Int(count))
      return (try LoadRun(workload, plan: plan, configuration: load.besides), options)
    } catch { throw CommandFailure(file: path, "\(error)") }
  }

  /// A short run of the load at a rate in events/s.
  ///
  /// - Throws: why there is none; the failure names `path`.
  func trial(
    of workload: Workload,
    at rate: Double,
    _ arguments: ParsedArguments,
    path: String
  ) throws(CommandFailure) -> (run: LoadRun, options: BenchRunOptions) {
    var options = self
    let stage = LoadStage(durationNanoseconds: BusyMachine.trialNanoseconds, rate: rate)
    options.load = try LoadOptions(arguments, stage: stage, isFirst: false)
    return (try options.load.run(of: workload, path: path), options)
  }

  /// Makes the run.
  func measure<Sink: OutcomeSink & ~Copyable>(
    _ run: LoadRun,
    _ table: consuming CommandTable,
    _ sink: inout Sink,
    _ shouldStop: () -> Bool
  ) -> LoadResult {
    switch pace {
    case .unpaced:
      run.runUnpaced(table: table, sink: &sink, eventLimit: eventLimit, shouldStop: shouldStop)
    case .still:
      run.runUnpaced(
        table: table,
        sink: &sink,
        clock: VirtualClock(),
        eventLimit: eventLimit,
        isMetered: false,
        shouldStop: shouldStop
      )
    default: run.run(table: table, sink: &sink, shouldStop: shouldStop)
    }
  }
}
