import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoText

/// `kymo cut`: a part of a recording, as a recording of its own.
enum CutCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "cut",
    abstract: "Make a recording of a part of another one.",
    discussion: """
      Keeps the messages that meet every condition: a range of time, a range of steps, channels, \
      commands. What stays is what it was, byte for byte: data, times, sequence, and the order in \
      the file. Works for any MCAP file.

      The results of the run go, since those of a part would be others: trace, replies, digest. \
      --trace makes them anew: it replays the part through the app, which numbers inputs from 0. \
      The description of the session stays, and so do other metadata and attachments. A capture \
      of the traffic (bridge.pcap) is left out: it would show what was cut away.

      The new recording says from which file it came, by its digest, and which part it is. \
      `kymo inspect` shows that.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file to cut.")],
    options: [
      .output(isRequired: true, help: "The new recording."),
      PartOptions.start,
      PartOptions.end,
      OptionSpecification(
        "events",
        "A..B",
        help: """
          Keep the inputs of step A and those up to step B, without B: the numbers that `kymo \
          replay` gives steps, from 0. A.. and ..B are open.
          """
      ),
      PartOptions.channels,
      PartOptions.without,
      OptionSpecification(
        "commands",
        "NAMES",
        isRepeatable: true,
        help: "Keep only the inputs of these commands of the app, separated by commas."
      ),
      .app,
      OutputOptions.compression,
      .format,
    ],
    flags: [
      FlagSpecification(
        "trace",
        help: "Replay the part through the app, and record the outcomes."
      )
    ],
    examples: [
      CommandExample("kymo cut walk.mcap --start 10 --end 20 -o part.mcap", "ten seconds of it"),
      CommandExample(
        "kymo cut walk.mcap --events 500..600 -o part.mcap",
        "the inputs around a divergence at step 550"
      ),
      CommandExample(
        "kymo cut walk.mcap --without /location -o part.mcap",
        "without the places, to give it away"
      ),
      CommandExample(
        "kymo cut walk.mcap --end 60 --trace -o part.mcap",
        "the first minute, as a reference for `kymo replay --verify`"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .partial,
        "interrupted; what was kept so far is a whole recording, in FILE.part"
      ),
      ExitCodeNote(
        .failure,
        "the recording is damaged, or has nothing of what was asked for; no file is written"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let output = arguments.text("output")
    let inputs = InputFiles([path])
    try inputs.check(output)
    console.isOutputTaken = output == "-"
    if arguments.flag("trace"), output == "-" {
      throw .usage("--trace reads the part back, and -o - cannot be read; name a file")
    }
    let file = try SessionFile.open(path)
    console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    let cut = try self.cut(file, path, arguments, console.interrupt)
    let target = try OutputFile(output, isNone: inputs)
    if arguments.flag("trace") {
      let part = try OutputFile("\(output).untraced", isNone: inputs)
      defer { part.discard() }
      let report = try write(cut, to: part, path, arguments, &console)
      if report.wasStopped {
        target.discard()
        throw .interrupted
      }
      return try TracedPart(report, in: part).write(to: target, arguments, &console)
    }
    return try target.keeping { () throws(CommandFailure) in
      let report = try write(cut, to: target, path, arguments, &console)
      let place = try target.finish(report, "kept", &console)
      let result = EditResult("cut", report, output: place)
      if arguments.wantsJSON { console.print(result.json) } else { result.print(to: &console) }
      return report.wasStopped ? .partial : .success
    }
  }

  /// Finds the part that stays.
  private static func cut(
    _ file: SessionFile,
    _ path: String,
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> RecordingCut {
    let selection = try CutSelection(arguments, file, path)
    var app: AppInstance?
    if selection.needsApp {
      app = try AppInstance.make(try file.app(arguments, path: path), AppSetup(file))
    }
    try arguments.check(
      ["app"],
      haveEffectIf: selection.needsApp || arguments.flag("trace"),
      "is for --events, --commands and --trace"
    )
    let cut: RecordingCut
    do throws(SessionError) {
      cut = try RecordingCut(file, named: path, selection, app: app.take()) {
        interrupt.isRequested
      }
    } catch { throw CommandFailure(error, file: path) }
    if interrupt.isRequested { throw .interrupted }
    return cut
  }

  private static func write(
    _ cut: RecordingCut,
    to target: OutputFile,
    _ path: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> EditReport {
    let interrupt = console.interrupt
    console.beginProgress("cutting", of: cut.file.scan.segments.count, unit: "chunks")
    defer { console.endProgress() }
    do {
      return try cut.write(
        to: target,
        options: OutputOptions.writerOptions(arguments).container,
        shouldStop: { interrupt.isRequested }
      ) { console.progress(to: $0) }
    } catch { throw target.refusal(error, [path], interrupt) }
  }
}
