import KymoCore
import KymoRecording
import KymoMCAP

/// `kymo recover`: everything that can be salvaged from a damaged recording.
enum RecoverCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "recover",
    abstract: "Salvage what can be read of a damaged recording.",
    discussion: """
      Keeps every chunk whose checksum holds, every whole message of a damaged one, attachments and \
      metadata, and writes them to a new file that every reader opens. Works for any MCAP file: cut \
      off by a full disk or a killed process, or with flipped bits in the middle.

      What comes from a chunk whose checksum is wrong is listed by channel and by its bytes: the \
      messages are whole by their lengths, and nobody can say whether their content is. --strict \
      leaves them out.
      """,
    positionals: [PositionalSpecification("recording", help: "The damaged .mcap file.")],
    options: [
      .output(isRequired: true, help: "The new recording."), OutputOptions.compression, .format,
    ],
    flags: [
      FlagSpecification("strict", help: "Leave out messages of chunks whose checksum is wrong.")
    ],
    examples: [
      CommandExample("kymo recover broken.mcap -o whole.mcap", "salvage it, and say what was lost")
    ],
    exitCodes: [
      ExitCodeNote(.success, "nothing was lost"),
      ExitCodeNote(.partial, "something was lost; the rest is in the new file"),
      ExitCodeNote(.failure, "there is nothing to salvage"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let output = arguments.text("output")
    console.isOutputTaken = output == "-"
    let inputs = InputFiles([path])
    try inputs.check(output)
    let source: MCAPFileSource
    do { source = try MCAPFileSource(path: path) } catch { throw CommandFailure(error, file: path) }
    if source.size == 0 { throw CommandFailure(file: path, "the file is empty") }
    // The new file takes the name only when it is whole: a failure leaves what was there before.
    let target = try OutputFile(output, isNone: inputs)
    let interrupt = console.interrupt
    let report = try target.keeping { () throws(CommandFailure) in
      try recover(InterruptibleSource(source, interrupt), path, target, arguments)
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.isLossless ? .success : .partial
  }

  private static func recover(
    _ source: InterruptibleSource,
    _ path: String,
    _ target: OutputFile,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> RecoverReport {
    let recovered: MCAPRecoveryReport
    do {
      let options = OutputOptions.writerOptions(arguments).container
      recovered = try MCAPRecovery.recover(
        source,
        into: target,
        options: options,
        isStrict: arguments.flag("strict")
      )
    } catch {
      if source.wasInterrupted { throw CommandFailure("interrupted", status: .partial) }
      throw CommandFailure(error, file: error.kind.isSystem ? target.path : path)
    }
    guard recovered.messagesKept > 0 || recovered.metadataKept > 0 || recovered.isLossless else {
      let reason = recovered.notes.first ?? "no record is whole"
      target.discard()
      throw CommandFailure(file: path, "nothing can be salvaged: \(reason)")
    }
    let events = try events(in: target.writtenPath, arguments.tool)
    try target.commit()
    return RecoverReport(
      output: target.path,
      sourceSize: source.size,
      events: events,
      report: recovered
    )
  }

  /// How many input events the new recording holds.
  private static func events(
    in path: String?,
    _ tool: ToolContext
  ) throws(CommandFailure) -> UInt64? {
    guard let path, let file = try? SessionFile(path: path) else {
      return nil  // Gone down a pipe.
    }
    let table = try AppInstance.table(tool.apps.named(file.app) ?? tool.apps.first)
    var survey = RecordingSurvey(file, table: table)
    let problem = survey.read(shouldStop: { false }, progress: { _ in })
    if let problem { throw CommandFailure(problem, file: path) }
    return survey.events
  }
}

extension MCAPError.Kind {
  /// Whether the machine is at fault, and not the file's content.
  var isSystem: Bool {
    if case .system = self { return true }
    return false
  }
}
