import KymoCapture
import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoText
import KymoTraffic

/// `kymo export --to pcap`: the bridge's requests and replies as packets.
enum PacketExport {
  /// Writes the capture.
  static func run(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try arguments.check(
      ["channels", "without"],
      haveEffectIf: false,
      "is not for pcap, which holds the bridge's requests with their replies and nothing else"
    )
    try arguments.check(
      ["every"],
      haveEffectIf: false,
      "is not for pcap: requests are no samples, and all of them stay"
    )
    let path = arguments.positional("recording")
    let inputs = InputFiles([path])
    try inputs.check(arguments.text("output"))
    let file = try SessionFile.open(path)
    let app = arguments.tool.apps.named(file.app) ?? arguments.tool.apps.first
    let instance = try AppInstance.make(app, AppSetup(file))
    let interrupt = console.interrupt
    let selection = try CutSelection(arguments, file, path)
    let survey = try BridgeSurvey.read(
      file,
      instance.routing,
      path,
      interrupt,
      in: Int64(clamping: selection.times.lowerBound)...Int64(clamping: selection.times.upperBound)
    )
    guard !survey.exchanges.isEmpty || survey.wasInterrupted else {
      let part = selection == CutSelection() ? "" : " between --start and --end"
      throw CommandFailure(
        file: path,
        "it has no bridge requests\(part) to write as a capture",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let writer = try write(survey.exchanges, to: output)
      let place = try output.finish(wasInterrupted: survey.wasInterrupted, &console)
      report(survey, writer, place, arguments, &console)
      return survey.wasInterrupted ? .partial : .success
    }
  }

  private static func write(
    _ exchanges: [HTTPExchange],
    to output: OutputFile
  ) throws(CommandFailure) -> CaptureWriter {
    var writer = CaptureWriter()
    writer.append(exchanges)
    let rest = writer.finish()
    do { try rest.withRawSpan { (bytes) throws(MCAPError) in try output.write(bytes) } } catch {
      throw CommandFailure(error, file: output.path)
    }
    return writer
  }

  private static func report(
    _ survey: BridgeSurvey,
    _ writer: CaptureWriter,
    _ output: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    let others = survey.others.reduce(0) { $0 + $1.count }
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.export/1",
          "exchanges": JSONText(survey.exchanges.count), "answered": JSONText(survey.answered),
          "connections": JSONText(writer.connections), "frames": JSONText(writer.frames),
          "leftOut": [
            "events": JSONText(
              survey.others.map {
                ["topic": JSONText($0.topic), "count": JSONText($0.count)]
              }
            ),
            "furtherReplies": JSONText(survey.furtherReplies),
            "unsolicitedReplies": JSONText(survey.unsolicited),
            "unreadableReplies": JSONText(survey.unreadable),
          ],
          "interrupted": JSONText(survey.wasInterrupted),
          "output": JSONText(output),
        ])
      return
    }
    console.print(
      "\(output): \(survey.exchanges.count) exchanges (\(survey.answered) answered) on "
        + "\(writer.connections) connections, \(writer.frames) frames"
    )
    if others > 0 {
      let list = survey.others.map { "\($0.count) \($0.topic)" }
      console.print("  left out  \(list.joined(separator: ", ")): no exchanges")
    }
    for (count, what) in [
      (survey.unsolicited, "replies that answer no request"),
      (survey.furtherReplies, "second replies to a request, and replies to a missing one"),
      (survey.unreadable, "messages on the reply channel that are not replies"),
    ] where count > 0 {
      console.print("  left out  \(count) \(what)")
    }
  }
}
