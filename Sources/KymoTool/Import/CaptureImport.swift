import KymoBridge
import KymoCapture
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoText
import KymoTraffic

/// Turns the requests of a capture into a recording, which carries its own trace and digest.
enum CaptureImport {
  /// Imports a capture by itself.
  static func run(
    _ file: ImportFile,
    _ inputs: InputFiles,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = file.name
    let (extractor, commands) = try load(file, arguments, &console)
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let description = commands.description(named: path.fileName, extractor)
      let record = try part(extractor, commands, path, arguments).record
      let result = try SessionMaker.record(description, arguments, to: output, adding: [record]) {
        maker in
        var source = commands.source(maker.run.routing)
        maker.play(&source, arenaBytes: commands.arenaBytes)
      }
      let place = try output.finish(wasInterrupted: false, &console)
      report(commands, extractor, result, place, arguments, &console)
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      return .success
    }
  }

  /// Reads a capture.
  private static func load(
    _ file: ImportFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (CaptureExtractor, CaptureInputs) {
    let rule = try arguments.commandRule()
    let calls = CallRules(mode: arguments.callMode ?? .strict)
    let extractor = CaptureExtractor(try open(file))
    console.beginProgress("reading \(file.baseName.printable)", of: nil, unit: "packets")
    let commands = CaptureInputs(extractor, rule, calls) {
      console.progress(to: Int(clamping: extractor.packets))
      return console.interrupt.isRequested
    }
    console.endProgress()
    if console.interrupt.isRequested {
      throw CommandFailure("interrupted; nothing was written", status: .partial)
    }
    if arguments.flag("strict") { try checkStrictly(extractor, commands, file.name) }
    guard !commands.inputs.isEmpty else { throw nothing(extractor, commands, file.name) }
    return (extractor, commands)
  }

  /// Opens a capture, wherever it was found.
  private static func open(_ file: ImportFile) throws(CommandFailure) -> CaptureFile {
    let descriptor: Int32?
    do throws(ImportError) { descriptor = try file.descriptor() } catch {
      throw SensorImport.failure(error)
    }
    do throws(CaptureError) {
      guard let descriptor else { return try CaptureFile(bytes: file.bytes) }
      return try CaptureFile(taking: descriptor)
    } catch { throw CommandFailure(error, file: file.name) }
  }

  /// Reads a capture that is a part of a session.
  static func part(
    _ file: ImportFile,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ImportPart {
    let (extractor, commands) = try load(file, arguments, &console)
    return try part(extractor, commands, file.name, arguments)
  }

  private static func part(
    _ extractor: CaptureExtractor,
    _ commands: CaptureInputs,
    _ path: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ImportPart {
    var part = ImportPart(
      feed: InputListFeed(
        commands.sessionInputs,
        commands.description(named: path.fileName, extractor),
        channels: try AppInstance.table(arguments.app)
      ),
      files: [
        FileStatement(
          file: path,
          use: .rows,
          topics: commands.topics.map(\.topic),
          rows: Int(clamping: commands.exchanges)
        )
      ]
    )
    part.problem = extractor.problem.map { CommandFailure($0, file: path) }
    if let text = commands.orderNote { part.note(.assumption, "\(text).") }
    for line in commands.leftOut { part.note(.leftOut, "Left out: \(line).") }
    for (noticed, count) in extractor.counts.noticed {
      part.note(.leftOut, "Noticed: \(noticed.rawValue) × \(count).", count: UInt64(count))
    }
    return part
  }

  /// Refuses a capture of which something is missing, or ambiguous.
  private static func checkStrictly(
    _ extractor: CaptureExtractor,
    _ commands: CaptureInputs,
    _ path: String
  ) throws(CommandFailure) {
    if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
    let counts = extractor.counts
    for note in CaptureNote.allCases where note.isDoubt && counts[note] > 0 {
      throw CommandFailure(
        file: path,
        "refused: \(note.rawValue) × \(counts[note])",
        remedy: inspecting(path),
        status: .partial
      )
    }
  }

  /// Where more is said of a capture; one of an archive or a pipe has no path.
  private static func inspecting(_ path: String, _ flag: String = "") -> ToolText {
    guard CaptureFile.magic(of: path) == nil else {
      return "see \(.tool) inspect \(flag)\(path.shellQuoted)"
    }
    return "keep it as a file, and see \(.tool) inspect \(flag)FILE"
  }

  /// Why there is nothing to import.
  static func nothing(
    _ extractor: CaptureExtractor,
    _ commands: CaptureInputs,
    _ path: String
  ) -> CommandFailure {
    if let problem = extractor.problem { return CommandFailure(problem, file: path) }
    if commands.incomplete + commands.inDoubt > 0 || !commands.refused.isEmpty {
      return CommandFailure(
        file: path,
        "none of its \(commands.exchanges) exchanges can be dispatched: "
          + (commands.leftOut.first ?? ""),
        remedy: inspecting(path, "--exchanges "),
        status: .partial
      )
    }
    guard let example = commands.notCommands.first else {
      return CommandFailure(
        file: path,
        "it has no requests of HTTP",
        remedy: inspecting(path)
      )
    }
    return CommandFailure(
      file: path,
      "none of its \(commands.exchanges) exchanges, such as \(example.name.printable), is a command",
      remedy: "say where the command is with --command \(CommandRule.forms)"
    )
  }

  private static func report(
    _ commands: CaptureInputs,
    _ extractor: CaptureExtractor,
    _ result: SessionResult,
    _ output: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    let digest = TraceDigest.text(result.digest)
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.capture-import/1",
          "events": JSONText(commands.inputs.count),
          "channels": JSONText(
            commands.topics.map { ["topic": JSONText($0.topic), "count": JSONText($0.count)] }
          ),
          "repairs": [],
          "exchanges": JSONText(commands.exchanges),
          "order": JSONText(commands.orderName),
          "incompleteRequests": JSONText(commands.incomplete),
          "requestsInDoubt": JSONText(commands.inDoubt),
          "repeatedStamps": JSONText(commands.repeated),
          "tooLong": JSONText(commands.tooLong),
          "notCommands": JSONText.counts(commands.notCommands),
          "refused": JSONText.counts(commands.refused),
          "noticed": .object(
            extractor.counts.noticed.map { JSONMember($0.note.rawValue, JSONText($0.count)) }
          ),
          "digest": JSONText(digest),
          "output": JSONText(output),
        ])
      return
    }
    console.print(
      "\(output): \(commands.inputs.count) \(commands.noun) of \(commands.exchanges) exchanges"
    )
    if let note = commands.orderNote { console.print("  note      \(note)") }
    for line in commands.leftOut { console.print("  left out  \(line)") }
    for (note, count) in extractor.counts.noticed {
      console.print("  noticed   \(note.rawValue) × \(count)")
    }
    console.print("  digest    \(digest)")
  }
}

extension ParsedArguments {
  /// The rule that `--command` gives; nil if it was not given.
  func commandRule() throws(CommandFailure) -> CommandRule? {
    guard let text = textIfGiven("command") else { return nil }
    guard let rule = CommandRule(text) else {
      throw .usage("--command takes \(CommandRule.forms); not '\(text)'")
    }
    return rule
  }
}

extension OptionSpecification {
  /// `--command RULE`: where commands stand in the requests of a capture.
  static let commandRule = OptionSpecification(
    "command",
    "RULE",
    help: """
      Of a capture: where requests other than /call?cmd=… have their command: path, query:NAME or \
      json:/POINTER.
      """
  ).rare
}
