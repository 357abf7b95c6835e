import KymoCommandLine
import KymoReport

/// `kymo count`: what is the same in every run.
enum CountCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "count",
    abstract: "Count what an event costs, the same in every run.",
    discussion: """
      Runs the app under valgrind, and counts instructions, allocations, retains, releases and \
      system calls per event: for each command alone, and for all together. The counts are the \
      same in every run.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file that gives the events.")
    ],
    options: [
      CommandFilter.option,
      .app,
      .mode,
      .format,
      .export(ExportFormat.names(for: .counts), of: "the counts"),
    ] + BaselineStore.all + [
      LimitOptions.file, LimitOptions.limit, LimitOptions.output, PageOptions.page,
    ] + PageOptions.world,
    flags: [LimitOptions.strict],
    examples: [
      CommandExample(
        "kymo count walk.mcap --only accel",
        "what one event costs, the same figures every time"
      ),
      CommandExample(
        "kymo count walk.mcap --write-limits kymo.limits.json",
        "what it costs today becomes what it may cost"
      ),
      CommandExample(
        "kymo count walk.mcap --limits kymo.limits.json --export junit",
        "a test for each command, in a job"
      ),
      CommandExample(
        "kymo count walk.mcap --baseline before.json",
        "what changed since before.json was exported"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.regression, "a limit is broken: of --limits or --limit"),
      ExitCodeNote(
        .partial,
        "a second count is not the same, a limit could not be counted, or it was interrupted"
      ),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, the baseline is of something else, or a file is not "
          + "written"
      ),
    ]
  ).explained(in: .counting, .limits, .baselines, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try EventCounts.run(CountOptions(arguments), arguments, console: &console)
  }
}
