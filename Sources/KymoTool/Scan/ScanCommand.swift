import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// `kymo scan`: equal runs but for one option, each in a fresh process.
enum ScanCommand: Subcommand {
  /// The options that can be scanned: those of the load and of the world, with one subject.
  static let names = [
    "rate", "duration", "arrivals", "burst", "pauses", "seed", "when-full", "queue", "warm-up",
    "handicap", "sample", "mode", "deadline", "only", "zone", "locale", "bridge", "fetch",
  ]

  static let specification = CommandSpecification(
    name: "scan",
    abstract: "Measure one run for each value of an option.",
    discussion: """
      Makes a run of bench for each value of one option, each in a fresh process, one after the other, and puts them \
      into a table. The options that can be scanned are \(names.inWords).
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
      LoadOption.handicap, TailTable.sampling, CommandFilter.option, .app, .mode, .format,
      .export([JSONExport.name], of: "the scan"), Preparation.option, PageOptions.page,
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
    let exports = try BenchCommand.exportFiles(arguments)
    console.isOutputTaken = exports.takesOutput
    let interrupt = console.interrupt
    let preparation = Preparation(arguments)
    var scan = ParameterScan(option: options.name, wanted: options.values.count)
    var context: ExportContext?
    let start = UnsafeWallClock.nanoseconds()
    for value in options.values {
      let name = "\(options.name)=\(value)"
      try preparation?.run(before: name, interrupt)
      if interrupt.isRequested { break }
      let words = BenchChild.words(arguments, with: (options.name, value))
      guard let run = try BenchChild.run(words, arguments, name: name, interrupt) else { break }
      if context == nil { context = run.context }
      scan.append(value: value, run.result, digest: run.context.digest)
      console.note("\(name): \(run.result.validity.word)")
    }
    guard var context else {
      throw CommandFailure("no run of the scan came to its end", status: .partial)
    }
    context.program = ToolContext.program
    context.environment = .current(arguments)
    context.startNanoseconds = start
    var reasons = scan.rows.flatMap { row in
      row.result.reasons.map { "\(scan.option)=\(row.value): \($0)" }
    }
    if scan.rows.count < scan.wanted {
      reasons.append("stopped after \(scan.rows.count) of \(scan.wanted) values")
    }
    let json = scan.json(context)
    if arguments.wantsJSON {
      console.print(json)
      BenchFrame.complain(of: reasons, to: &console)
    } else {
      let frame = BenchFrame(reasons: reasons, context)
      frame.printHead(to: &console)
      print(scan, to: &console)
      frame.printFoot(to: &console)
    }
    try exports.write(
      to: &console,
      isOutputJSON: arguments.wantsJSON,
      wasInterrupted: scan.isInterrupted
    ) { _ in json }
    return scan.isValid ? .success : .partial
  }

  private static func print(_ scan: ParameterScan, to console: inout Console) {
    let hasMisses = scan.rows.contains { $0.result.overall.missedDeadlines != nil }
    var table = TextTable(
      [.right(scan.option), .right("offered/s"), .right("achieved/s"), .right("count")]
        + ["p50", "p90", "p99", "p99.9", "max", "service p99"].map { .right($0) }
        + (hasMisses ? [.right("missed")] : []) + [.left("verdict")]
    )
    for row in scan.rows {
      let response = row.result.overall.response
      let times = [
        response.p50, response.p90, response.p99, response.p999,
        response.count > 0 ? response.max : nil, row.result.overall.service.p99,
      ]
      table.addRow(
        [
          .text(row.value), .number(row.result.offered.rate, decimals: 0),
          .number(row.result.measured.rate, decimals: 0), .integer(Int(row.result.overall.count)),
        ] + times.map { $0.map { .nanoseconds($0) } ?? .missing }
          + (hasMisses ? [.integer(Int(row.result.overall.missedDeadlines ?? 0))] : [])
          + [.text(row.result.validity.word)]
      )
    }
    console.printHeading("response time of all commands by \(scan.option), each in a fresh process")
    console.print(table)
  }
}
