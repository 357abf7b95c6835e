import KymoBench
import KymoCommandLine
import KymoCore

/// What can be said about one run.
struct BenchRunOptions {
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

  /// The load.
  let load: LoadOptions
  /// How events are paced: one of the modes of one run.
  let pace: BenchModeName
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
