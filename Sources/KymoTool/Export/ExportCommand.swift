import KymoCommandLine
import KymoFormats

/// `kymo export`: a recording in a form for other tools.
enum ExportCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "export",
    abstract: "Write a recording in a form for other tools.",
    discussion: """
      \(forms)

      Without --to the ending of FILE says the form, such as .gpx; what says nothing is pcap. Events \
      are in the order of time, and numbers are written so that reading them gives the same number. \
      What a form has no place for is left out and counted. Results of a run (trace, replies) are \
      written only if --channels names them.

      --every keeps, of each channel of samples, the last event since the tick before, at the time \
      of the tick; nothing is made up where there was none. Requests and other messages stay.

      In a pcap each request is GET /call?cmd=…&msg=… at the time of its event. Its first reply is \
      the body, at the time of the reply; a request without a reply gets 204. The header Kymo-Event \
      of a reply says which event the request became (source/sequence/timestamp), so that `kymo \
      import` makes the same recording of the bridge again. --start and --end are those of requests: \
      a reply goes with its request.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file.")],
    options: [
      OptionSpecification(
        "to",
        "FORMAT",
        kind: .choice(ExportFormat.allCases.map(\.rawValue)),
        help: "The form; the ending of FILE says it if not given."
      ),
      .output(
        isRequired: true,
        help: "The file to write; or a folder (FOLDER/) or NAME.zip, for forms of several files."
      ),
      PartOptions.start,
      PartOptions.end,
      PartOptions.channels,
      PartOptions.without,
      OptionSpecification(
        "every",
        "TIME",
        kind: .duration,
        help: "Keep one event of each channel in TIME, such as 100ms: the last."
      ),
      .format,
    ],
    examples: [
      CommandExample("kymo export walk.mcap -o walk.gpx", "the track, for a map"),
      CommandExample(
        "kymo export walk.mcap --channels accelerometer -o accelerometer.csv",
        "one channel, for a spreadsheet"
      ),
      CommandExample("kymo export walk.mcap --to csv -o walk/", "every channel, a file each"),
      CommandExample(
        "kymo export walk.mcap --to jsonl --every 1s -o - | jq .data",
        "one event a second, without a file"
      ),
      CommandExample("kymo export session.mcap --to pcap -o bridge.pcap", "for Wireshark"),
    ],
    exitCodes: [
      ExitCodeNote(.failure, "the recording cannot be read, or holds nothing of that form"),
      ExitCodeNote(.partial, "interrupted; what was written is in FILE.part"),
    ]
  )

  /// All forms, one a line.
  private static let forms = ExportFormat.allCases
    .map { "\($0.rawValue): \($0.meaning)." }.joined(separator: "\n")

  /// How far the ticks of a resampling are apart, in ns; nil without one.
  static func interval(_ arguments: ParsedArguments) throws(CommandFailure) -> Int64? {
    let interval = arguments.nanosecondsIfGiven("every")
    if interval == 0 { throw .usage("--every takes a duration above 0") }
    return interval
  }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let output = arguments.text("output")
    let named = arguments.textIfGiven("to").flatMap { ExportFormat(rawValue: $0) }
    let format = named ?? ExportFormat(fileName: output) ?? .pcap
    let shape = try ExportShape(format, output)
    if format == .sqlite { return try DatabaseExport.run(arguments, &console) }
    if format == .pcap { return try PacketExport.run(arguments, &console) }
    return try SessionExportRun(format, shape, arguments).run(&console)
  }
}
