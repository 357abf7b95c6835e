import KymoCapture
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoReport
import KymoTraffic

/// `kymo inspect`: what is inside a recording, or a capture.
enum InspectCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "inspect",
    abstract: "Show what is inside a recording, or a capture of packets.",
    discussion: """
      Shows the channels with their rates and gaps, and those that no replay would dispatch; the \
      commands with their outcomes in the trace; losses; the digest; attachments; and plots of the \
      acceleration, the rotation, the track and the rates. --html draws all of it on a page. Reads any MCAP file; of one that is cut off it shows what there is. A \
      recording is called complete if `kymo check` finds no error in it.

      Of a capture (pcap or pcapng, recognised by its first bytes) it shows packets, connections, \
      and the exchanges of HTTP/1 with methods, statuses and latencies (from the last byte of a \
      request to the first of its reply). It lists, by name and number, what is unusual: holes, \
      retransmissions, data that came twice and differs, connections of TLS and HTTP/2, packets \
      that are not read. It never guesses which reply belongs to a request: after a hole that \
      hides where a message begins, requests have no replies.
      """,
    positionals: [
      PositionalSpecification("recording", help: "The .mcap file, or a capture (.pcap, .pcapng).")
    ],
    options: [
      .format,
      OptionSpecification(
        "html",
        "FILE",
        kind: .file,
        help: """
          Also write a page to look at: every number over time, the track, commands with their outcomes, and \
          rates, zoomed and read by one cursor. It asks nobody for anything.
          """
      ),
    ],
    flags: [
      FlagSpecification("no-plot", help: "Leave out the plots."),
      InspectFollow.flag,
      FlagSpecification(
        "exchanges",
        help: "Of a capture: list every exchange; as JSON with headers, and bodies in Base64."
      ),
    ],
    examples: [
      CommandExample("kymo inspect walk.mcap", "the overview"),
      CommandExample("kymo inspect walk.mcap --html walk.html", "a page with plots, to zoom into"),
      CommandExample("kymo inspect session.mcap --follow", "while `kymo serve` records it"),
      CommandExample("kymo inspect walk.mcap --format json | jq .events", "for a script"),
      CommandExample("kymo inspect bridge.pcap --exchanges", "every request with its reply"),
    ],
    exitCodes: [
      ExitCodeNote(
        .partial,
        "the file does not pass `kymo check`, a capture ends within a packet, or the command was interrupted"
      ),
      ExitCodeNote(.failure, "the file cannot be read, or the page not be written"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    if CaptureFile.magic(of: path) != nil { return try inspectCapture(path, arguments, &console) }
    try arguments.check(
      ["exchanges"],
      haveEffectIf: false,
      "is for captures, and \(path) is not one"
    )
    if arguments.flag(InspectFollow.flag.name) {
      try arguments.check(
        ["format", "html", "no-plot"],
        haveEffectIf: false,
        "has no effect with --follow"
      )
      return try InspectFollow.run(path, &console)
    }
    let page = try arguments.textIfGiven("html").map { name throws(CommandFailure) in
      try OutputFile(name, isNone: InputFiles([path]))
    }
    console.isOutputTaken = page?.path == "-"
    let file = try SessionFile.open(path)
    console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    // A file of an app that this tool does not have is shown as its first app would see it.
    let app = arguments.tool.apps.named(file.app) ?? arguments.tool.apps.first
    let table = try AppInstance.table(app)
    console.beginProgress("reading", of: file.scan.segments.count, unit: "chunks")
    var survey = RecordingSurvey(file, table: table, hasTimeline: page != nil)
    let interrupt = console.interrupt
    let problem = survey.read(shouldStop: { interrupt.isRequested }) { console.progress(to: $0) }
    console.endProgress()
    let series = SeriesPlace(file, at: path)
    if arguments.wantsJSON {
      console.print(survey.json(series))
    } else {
      survey.print(path, series, to: &console, hasPlot: !arguments.flag("no-plot"))
    }
    if let page { try write(survey, series, of: path, to: page, arguments, &console) }
    if let problem {
      throw CommandFailure(CommandFailure(problem, file: path).message, status: .partial)
    }
    return interrupt.isRequested ? .partial : .success
  }

  /// Writes the page; that of a reading that was interrupted keeps the name that it is written under.
  private static func write(
    _ survey: consuming RecordingSurvey,
    _ series: SeriesPlace?,
    of path: String,
    to output: OutputFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) {
    let wasInterrupted = survey.wasInterrupted
    let origin = survey.file.description.map { RecordingSurvey.shown($0.origin, console.quantity) }
    let page = RecordingPage(
      survey,
      subject: path,
      origin: origin,
      series: series,
      tool: arguments.tool.name,
      program: "\(arguments.tool.name) \(arguments.tool.version)",
      commandLine: arguments.commandLine
    )
    do throws(CommandFailure) {
      try output.write(page.html)
      _ = try output.finish(wasInterrupted: wasInterrupted, having: "a page of it", &console)
    } catch {
      output.discard()
      throw error
    }
  }

  private static func inspectCapture(
    _ path: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try arguments.check(
      ["no-plot", "html", InspectFollow.flag.name],
      haveEffectIf: false,
      "is for recordings, and \(path) is a capture"
    )
    let isListed = arguments.flag("exchanges")
    let file = try CaptureFile.open(path)
    let keepsBodies = isListed && arguments.wantsJSON
    var survey = CaptureSurvey(path, CaptureExtractor(file, keepsBodies: keepsBodies))
    console.beginProgress("reading", of: nil, unit: "packets")
    let interrupt = console.interrupt
    survey.read(isListed: isListed, shouldStop: { interrupt.isRequested }) {
      console.progress(to: $0)
    }
    console.endProgress()
    if arguments.wantsJSON { console.print(survey.json) } else { survey.print(to: &console) }
    if let problem = survey.extractor.problem { throw CommandFailure(problem, file: path) }
    return survey.isWhole ? .success : .partial
  }
}
