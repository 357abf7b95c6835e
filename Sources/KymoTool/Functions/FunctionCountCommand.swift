import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `count` of a tool of functions: what an iteration costs, the same in every run.
enum FunctionCountCommand: Subcommand {
  /// How long the iterations of one run take at most, in ns: under valgrind it is some fifty times as long.
  private static let longestPass = 20_000_000.0

  /// A page begins with all commands together, which functions are not.
  private static let formats = ExportFormat.names(for: .counts).filter { $0 != HTMLExport.name }

  static let specification = CommandSpecification(
    name: "count",
    abstract: "Count what an iteration costs: the same in every run.",
    discussion: """
      Counts under valgrind what is the same in every run: instructions, allocations, retains, releases and system \
      calls of one iteration. It is the difference of two runs, so that the start of the program is left out.
      """,
    options: [
      FunctionOption.only, .format,
      .export(formats, of: "the counts"),
    ] + BaselineStore.all + [FunctionOption.limit],
    flags: [LimitOptions.strict],
    examples: [
      CommandExample("kymo count --limit allocations=0", "no iteration may ask for memory")
    ],
    exitCodes: [
      ExitCodeNote(.regression, "a limit is broken"),
      ExitCodeNote(
        .partial,
        "a second count is not the same, a limit could not be counted, or it was interrupted"
      ),
      ExitCodeNote(
        .failure,
        "a function threw, the baseline is of something else, or a file is not written"
      ),
    ]
  ).explained(in: .counting, .limits, .baselines, .exports)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let benchmarks = try FunctionOption.chosen(arguments)
    try arguments.checkBaselines(needReport: false)
    let wanted = try FunctionOption.limits(arguments)
    let name = arguments.tool.name
    let key = BaselineKey(recording: "", app: name, mode: nil, kind: .counts)
    let subject = CountsBaseline.Subject(
      recording: "",
      digest: "",
      app: name,
      mode: nil,
      features: .host
    )
    let comparison = try CountsComparison(arguments, of: subject, key)
    let exports = try ExportFiles(
      arguments.optionallyNamedFiles("export"),
      of: .counts,
      inputs: InputFiles(arguments.texts(BaselineStore.option.name))
    )
    console.isOutputTaken = exports.takesOutput
    var counts: [CommandCounts] = []
    for benchmark in benchmarks {
      counts.append(CommandCounts(function: benchmark.name, calls: try calls(of: benchmark)))
    }
    var report = CountsReport(
      recording: "",
      app: name,
      mode: nil,
      subject: subject,
      counts: counts
    )
    try EventCounts.count(&report, &console) { CommandCounter(tools: $0, functionsOf: $1) }
    let summary = EventCounts.summarize(
      &report,
      comparison?.baseline,
      wanted,
      ExportContext(of: "", by: name, mode: nil, arguments)
    )
    return try EventCounts.publish(report, summary, key, wanted, exports, arguments, &console)
  }

  /// How many iterations a pass has: 1,000, or fewer of a slow function.
  private static func calls(of benchmark: Benchmark) throws(CommandFailure) -> Int {
    let clock = MonotonicTime.nanoseconds()
    do { try benchmark.run(iterations: 1) } catch { throw CommandFailure("\(error)".printable) }
    let time = Double(MonotonicTime.nanoseconds() - clock)
    // A power of ten, so that it is the same next time.
    return [1000, 100].first { time * Double($0) <= longestPass * 100 } ?? 10
  }
}
