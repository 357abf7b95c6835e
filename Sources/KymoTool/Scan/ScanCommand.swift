import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `kymo scan`: equal runs but for one option, each in a fresh process.
enum ScanCommand: Subcommand {
  /// The options that can be scanned: all but those which say where figures go.
  static let names = specification.options.map(\.name).filter {
    !["format", "export"].contains($0)
  }

  static let specification = CommandSpecification(
    name: "scan",
    abstract: "Measure one run for each value of an option.",
    discussion: """
      Makes a run of bench for each value of one option, each in a fresh process, one after the other, and puts them \
      into a table. Every option that has a value can be scanned, except --format and --export. A value of stage is one \
      or more stages with / between them: stage=5s@10k/5s@20k,10s@20k.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file that gives the events."),
      PositionalSpecification(
        "values",
        help: "The option and its values, NAME=VALUE,...: queue=64,256,1024.",
        kind: .text
      ),
    ],
    options: [
      .rate(default: "100000", help: "The mean rate that is offered."),
      LoadOption.duration, LoadOption.arrivals,
    ] + LoadOption.bursts + [
      .seed(), LoadOption.whenFull, LoadOption.queue, LoadOption.warmUp, LoadOption.deadline,
      LoadOption.pace.rare, LoadOption.handicap, BenchRunOptions.limit.rare, BenchAttempts.option,
      TailTable.option.rare, TailTable.sampling, CommandFilter.option, .app, .mode, .format,
      .export([JSONExport.name], of: "the scan"), BenchRepetitions.option, LoadStage.option,
      Preparation.option, PageOptions.page,
    ] + PageOptions.world,
    flags: [LoadOption.noPin.rare],
    examples: [
      CommandExample(
        "kymo scan walk.mcap queue=64,256,1024,4096",
        "how long a queue has to be"
      ),
      CommandExample(
        "kymo scan walk.mcap rate=50k,100k,200k --duration 2 --export json=scan.json",
        "three rates, and the figures for a program"
      ),
      CommandExample(
        "kymo scan walk.mcap queue=64,1024 --repetitions 3",
        "each in three fresh processes, and how far they differ"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "a run is invalid, or it was interrupted"),
      ExitCodeNote(
        .failure,
        "the recording cannot be read or has no events, --prepare failed, or a file is not written"
      ),
    ]
  ).explained(in: .repetitions, .arrivals, .figures)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try run(ScanOptions(arguments), arguments, console: &console)
  }

  private static func run(
    _ options: ScanOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let exports = try exportFiles(options, arguments)
    console.isOutputTaken = exports.takesOutput
    let start = UnsafeWallClock.nanoseconds()
    let scan = try measure(options, &console)
    guard var context = scan.runs.first?.context else {
      throw CommandFailure("no run of the scan came to its end", status: .partial)
    }
    context.app = scan.apps.inWords
    context.program = ToolContext.program
    context.environment = .current(arguments)
    context.startNanoseconds = start
    let json = scan.json(context)
    if arguments.wantsJSON {
      console.print(json)
      BenchFrame.complain(of: scan.reasons, to: &console)
    } else {
      let frame = BenchFrame(reasons: scan.reasons, context)
      frame.printHead(to: &console)
      ScanReport(scan).print(to: &console)
      frame.printFoot(to: &console)
    }
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: scan.isInterrupted
    ) { _ in json }
    return scan.isValid ? .success : .partial
  }

  /// The files that `--export` asks for, open; none of them is read by a run.
  private static func exportFiles(
    _ options: ScanOptions,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ExportFiles {
    let page = PageOptions.page.name
    let inputs = options.trials.reduce(InputFiles(arguments.positionals("recording"))) {
      $0.with(page: $1.arguments.textsIfKnown(page).last, $1.arguments)
    }
    return try ExportFiles(arguments.optionallyNamedFiles("export"), of: .run, inputs: inputs)
  }

  /// Makes what each value is to have, until somebody stops it.
  private static func measure(
    _ options: ScanOptions,
    _ console: inout Console
  ) throws(CommandFailure) -> ParameterScan {
    var scan = ParameterScan(option: options.name, wanted: options.trials.count)
    let interrupt = console.interrupt
    for trial in options.trials where !interrupt.isRequested {
      let name = "\(options.name)=\(trial.value)"
      guard let run = try measure(trial, name, &console) else { break }
      scan.append(run)
      console.note("\(name): \(run.word)")
    }
    return scan
  }

  /// Makes what one value is to have; nil if somebody stopped it before there was anything.
  private static func measure(
    _ trial: ScanTrial,
    _ name: String,
    _ console: inout Console
  ) throws(CommandFailure) -> ScanRun? {
    let interrupt = console.interrupt
    switch trial.mode {
    case .run:
      try trial.preparation?.run(before: name, interrupt)
      if interrupt.isRequested { return nil }
      return try BenchChild.run(trial.words, name: name, interrupt) { json throws(BaselineError) in
        try ScanRun(value: trial.value, json: json)
      }
    case .repetitions(let count):
      let (set, context) = try BenchRepetitions.measure(
        count,
        trial.words,
        trial.preparation,
        of: name,
        &console
      )
      guard let result = LoadResult(merging: set), let context else { return nil }
      return ScanRun(value: trial.value, result, context)
    }
  }
}
