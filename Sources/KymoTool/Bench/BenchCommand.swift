import KymoBench
import KymoReport
import KymoTrials

/// `kymo bench`: latency per command under load.
enum BenchCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "bench",
    abstract: "Measure the latency of every command under load.",
    discussion: """
      Offers the events of a recording to the dispatcher on an open-loop schedule, fixed before the \
      start: a slow handler delays what comes after it, but never the schedule. Response time counts \
      from when an event was due, service time from when the dispatcher took it up. The recording is \
      repeated until the duration is filled. The warm-up is not counted: it ends once the medians of \
      three windows of a fiftieth of the run each are within 2 %, at half of the run at the latest, \
      and the report says how.

      For commands that a sensor sends, the age is that of each sample when its handlers are through \
      with it, and the jitter is by how much the gap to the sample before differs from the intended \
      one. --deadline counts response times beyond it.

      --tail shows the slowest events: how many were queued, what they waited behind, and what the \
      system did meanwhile. A thread of its own wakes every millisecond; when it wakes late as well, the \
      platform stalled, not a handler. --sample times only one event in N, which costs the dispatcher a \
      few ns per event; counts stay exact.

      A percentile is printed only if at least ten samples lie beyond it. If the load could not be \
      offered or served as planned, the run is invalid, and the command says so and exits with 3.

      --export also writes the result for other tools, as often as it is given. FILE is - for standard \
      output; without one it is bench.json, bench.hlog, bench.jmh.json and so on. github-summary \
      (by default to $GITHUB_STEP_SUMMARY) and otava-csv are appended to; github-annotations are \
      lines for the log of a GitHub job, which go to standard output. The commit of a row is taken from $GITHUB_SHA, $CI_COMMIT_SHA or $GIT_COMMIT, the time from $SOURCE_DATE_EPOCH if it \
      is set. An invalid run is exported too, and marked as invalid.

      html is a page to look at, in one file. --baseline, a former --export json of the same recording, \
      app and mode, puts its curves and ratios beside the new ones there; anything else is refused \
      before the run. --save-baseline keeps a result under a name, in a folder of --baselines or as a note of a \
      commit, and --baseline finds it by that name. Times are of one machine; counts can be compared wherever \
      the processor can do the same.

      --repetitions measures in as many fresh processes, one after the other. The percentiles are \
      those of all repetitions together; those of each are shown as a range. Exports have them \
      together too, and each of them where the format has a place: rows of google-benchmark, forks of \
      jmh, intervals of hlog, ranges of bencher and github-benchmark. --prepare is run by sh before each; if it \
      fails, the command exits with 1.

      --stage, as often as it is given, offers load that changes: each stage has its rate and its own figures, the \
      handlers and the recording go on, and only the first has a warm-up; there are the exports html, json, junit, \
      github-summary and github-annotations.

      --limits holds the run against a file of absolute limits, which --write-limits makes of a run, with \
      headroom, for people to review and to keep in the repository. --limit, --slo and \
      --deadline-misses set limits on the command line. A broken limit makes the command exit with 2, and \
      stands in every report with the file and line where it was set. In load of stages a limit is one of every \
      stage, or of those at its rate. What a mode does not measure is said to be \
      not measured; --strict makes that 3. Limits of an invalid run are not judged.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file that gives the events.")
    ],
    options: [
      .rate(default: "100000", help: "The mean rate that is offered."),
      LoadOption.duration, LoadOption.arrivals,
    ] + LoadOption.bursts + [
      .seed(), LoadOption.whenFull, LoadOption.queue, LoadOption.warmUp, LoadOption.deadline,
      LoadOption.pace, LoadOption.handicap, BenchRunOptions.limit, BenchAttempts.option,
      CommandFilter.option, TailTable.option, TailTable.sampling, .app, .mode, .format,
      .export(ExportFormat.names(for: .run), of: "the result"),
    ] + BaselineStore.all + [
      LimitOptions.file, LimitOptions.output, LimitOptions.limit, LimitOptions.misses,
      LimitOptions.slo, BenchRepetitions.option, LoadStage.option, Preparation.option,
      PageOptions.page,
    ] + PageOptions.world,
    flags: [
      LimitOptions.strict, LoadOption.noPin, PercentilePlot.flag, BenchRunOptions.noReport,
    ],
    examples: [
      CommandExample("kymo bench walk.mcap", "100,000 events/s for five seconds"),
      CommandExample(
        "kymo bench walk.mcap --rate 1e6 --arrivals poisson",
        "random arrivals, a million a second"
      ),
      CommandExample(
        "kymo bench walk.mcap --export junit --export hlog=walk.hlog",
        "also for a CI server, in bench.junit.xml, and for the HdrHistogram tools"
      ),
      CommandExample(
        "kymo bench walk.mcap --tail 20",
        "the twenty slowest events, and why they were slow"
      ),
      CommandExample(
        "kymo bench walk.mcap --repetitions 5 --duration 2",
        "how far five fresh processes agree"
      ),
      CommandExample(
        "kymo bench walk.mcap --repetitions 10 --export google-benchmark=head.json",
        "ten rows of each figure, for Google Benchmark's compare.py"
      ),
      CommandExample(
        "kymo bench walk.mcap --export html=report.html --baseline before.json",
        "a page with curves and tables, compared with the result that before.json has"
      ),
      CommandExample(
        "kymo bench session.mcap --page app/index.html --rate 2000",
        "with the app's own page, in the engine of a phone's web view"
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
  ).refusing(
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
