import KymoCommandLine
import KymoReport

/// `kymo sweep`: the highest rate that keeps an objective.
enum SweepCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "sweep",
    abstract: "Find the highest rate that meets a latency objective.",
    discussion: """
      Starts at --rate and doubles it until the objective is missed, or halves it until it is met. \
      Then bisects between the two rates, down to --resolution. Each step is a run of --duration \
      with new handlers, as in bench. The curve of all steps is printed, too.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file that gives the events.")
    ],
    options: [
      SweepOptions.objective,
      SweepOptions.resolution,
      .rate(default: "\(Int(RateSweep.defaultStart))", help: "The rate that the search starts at."),
      .duration(default: "5", help: "How long each step offers events."),
      LoadOption.arrivals,
    ] + LoadOption.bursts + [
      .seed(), LoadOption.whenFull.rare, LoadOption.queue.rare, LoadOption.warmUp,
      TailTable.sampling.rare,
      CommandFilter.option, .app, .mode, .format,
      .export(ExportFormat.names(for: .sweep), of: "the sweep"),
    ] + BaselineStore.all + [
      LimitOptions.file, LimitOptions.limit, LimitOptions.output, PageOptions.page,
    ] + PageOptions.world,
    flags: [LimitOptions.strict, LoadOption.noPin.rare],
    examples: [
      CommandExample(
        "kymo sweep walk.mcap --slo p99=100us --duration 2",
        "the highest rate with 99 % of the answers within 100 µs"
      ),
      CommandExample(
        "kymo sweep walk.mcap --slo p99=100us --export html=knee.html --baseline before.json",
        "the curve as a page, beside the one that before.json has"
      ),
      CommandExample(
        "kymo sweep session.mcap --page app/index.html --slo p99=20ms",
        "of an app with its page"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "a limit is broken: of --limits or --limit"),
      ExitCodeNote(
        .partial,
        "no rate meets the objective, no run was valid, or it was interrupted"
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, the baseline is of something else, or a file is not "
          + "written"
      ),
    ]
  ).explained(in: .repetitions, .arrivals, .figures, .limits, .baselines, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try PageOptions.checkWorld(arguments)
    return try RateSweep.run(SweepOptions(arguments), arguments, console: &console)
  }
}
