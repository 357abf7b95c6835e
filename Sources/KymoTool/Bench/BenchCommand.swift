import KymoBench
import KymoCommandLine
import KymoReport
import KymoTrials

/// `kymo bench`: latency per command under load.
enum BenchCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "bench",
    abstract: "Measure the latency of every command under load.",
    discussion: """
      Offers the events of a recording to the dispatcher on an open-loop schedule, which is fixed \
      before the start. Response time counts from the time at which an event was due, service time \
      from the time at which the dispatcher took it. If the load could not be offered or served as \
      planned, the run is invalid, and the command says so.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file that gives the events.")
    ],
    options: [
      .rate(default: "100000", help: "The mean rate that is offered."),
      LoadOption.duration, LoadOption.arrivals,
    ] + LoadOption.bursts + [
      .seed(), LoadOption.whenFull.rare, LoadOption.queue.rare, LoadOption.warmUp,
      LoadOption.deadline, LoadOption.pace.rare, LoadOption.handicap.rare,
      BenchRunOptions.limit.rare, BenchAttempts.option, CommandFilter.option, TailTable.option,
      TailTable.sampling.rare, .app, .mode, .format,
      .export(ExportFormat.names(for: .run), of: "the result"),
    ] + BaselineStore.all + [
      LimitOptions.file, LimitOptions.output, LimitOptions.limit, LimitOptions.slo,
      LimitOptions.misses.rare, BenchRepetitions.option, LoadStage.option, Preparation.option.rare,
      PageOptions.page,
    ] + PageOptions.world,
    flags: [
      LimitOptions.strict, LiveLine.flag.rare, LoadOption.noPin.rare, PercentilePlot.flag,
      BenchRunOptions.noReport.rare, HandlerList.flag.rare,
    ],
    examples: [
      CommandExample(
        "kymo bench walk.mcap --rate 1e6 --arrivals poisson",
        "random arrivals, a million a second"
      ),
      CommandExample(
        "kymo bench walk.mcap --tail 20",
        "the twenty slowest events, and why they were slow"
      ),
      CommandExample(
        "kymo bench walk.mcap --repetitions 5 --export html=report.html --baseline before.json",
        "five fresh processes, on a page, compared with a former result"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .partial,
        "the run is invalid: overloaded, events dropped, or interrupted"
      ),
      ExitCodeNote(
        .regression,
        "a limit is broken: of --limits, --limit, --slo or --deadline-misses"
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, the baseline is of something else, or a file is not "
          + "written"
      ),
    ]
  ).explained(in: .arrivals, .figures, .repetitions, .limits, .baselines, .exports).refusing(
    [
      MovedOption(name: "sweep", command: "sweep"),
      MovedOption(name: "resolution", command: "sweep"),
      MovedOption(name: "instructions", command: "count"),
      MovedOption(name: "scan", command: "scan S.mcap NAME=VALUES"),
    ] + MovedOption.list("target", "connections", "timeout", "command", to: "load URL")
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    switch try BenchMode(arguments) {
    case .run(let options): try BenchRun.run(options, arguments, console: &console)
    case .repetitions(let options):
      try BenchRepetitions.run(options, arguments, console: &console)
    case .stages(let options): try BenchStages.run(options, arguments, console: &console)
    case .handlers: try HandlerList.run(arguments, console: &console)
    }
  }

  /// The files that `--export` asks for, open.
  static func exportFiles(
    _ arguments: ParsedArguments,
    of kind: Report.Kind = .run
  ) throws(CommandFailure) -> ExportFiles {
    try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: kind,
      inputs: InputFiles(
        arguments.positionals("recording") + arguments.textsIfKnown(BaselineStore.option.name)
          + arguments.textsIfKnown(LimitOptions.file.name)
      ).with(page: arguments.textsIfKnown(PageOptions.page.name).last, arguments)
    )
  }

  /// The commit that is measured, as CI servers tell it, or else that of the working directory; nil outside of a
  /// repository.
  ///
  /// With changes that are not committed it ends in `-dirty`.
  static var commit: String? { toldCommit ?? localCommit }

  /// The commit that is measured, as CI servers tell it.
  static var toldCommit: String? {
    ["GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT"].lazy
      .compactMap { UnsafeTerminal.environment($0) }.first { !$0.isEmpty }
  }

  private static var localCommit: String? {
    func git(_ words: String...) -> String? {
      do throws(TrialError) {
        let patience = MonotonicTime.nanoseconds() + 5_000_000_000
        let outcome = try UnsafeChildProcess.run(["git"] + words, deadline: patience)
        guard outcome.end == .exited(0) else { return nil }
        return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      } catch { return nil }
    }
    guard let commit = git("rev-parse", "--verify", "-q", "HEAD"), !commit.isEmpty else {
      return nil
    }
    let changes = git("status", "--porcelain", "--untracked-files=no") ?? ""
    return commit + (changes.isEmpty ? "" : "-dirty")
  }
}
