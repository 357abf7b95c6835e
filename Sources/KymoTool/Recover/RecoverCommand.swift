import Glibc
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoMCAP

/// `kymo recover`: everything that can be salvaged from a damaged recording.
enum RecoverCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "recover",
    abstract: "Salvage what can be read of a damaged recording.",
    discussion: """
      Keeps every chunk whose checksum holds, every whole message of a damaged chunk, attachments \
      and metadata. Writes them to a new file that every reader opens. Works for any MCAP file: \
      cut off by a full disk or a killed process, or with flipped bits in the middle.

      Messages from a chunk whose checksum is wrong are listed by channel and by their bytes. \
      Their lengths are right, but their content may be wrong. --strict leaves them out.

      A command that was killed leaves FILE.part. Of a session that was recorded live, it has all \
      but the last second.
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
      ExitCodeNote(
        .partial,
        "something was lost, and the rest is in the new file; or the command was interrupted, and what was "
          + "salvaged so far is in FILE.part"
      ),
      ExitCodeNote(
        .failure,
        "there is nothing to salvage: no message, attachment or metadata record is whole, and no file is written"
      ),
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
    let hint = UnfinishedFile.hint(beside: path)
    do { source = try MCAPFileSource(path: path) } catch {
      guard error.kind == .system(ENOENT), let hint else {
        throw CommandFailure(error, file: path)
      }
      throw CommandFailure(file: path, hint.problem, remedy: hint.remedy)
    }
    console.note(hint, about: path, arguments.tool)
    if source.size == 0 { throw CommandFailure(file: path, "the file is empty") }
    // The new file takes the name only when it is whole: a failure leaves what was there before.
    let target = try OutputFile(output, isNone: inputs)
    let interrupt = console.interrupt
    let report = try target.keeping { () throws(CommandFailure) in
      var report = try recover(source, path, target, interrupt, arguments)
      report.output = try target.finish(
        wasInterrupted: report.wasInterrupted,
        having: "a whole recording of what was salvaged so far",
        &console
      )
      return report
    }
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    return report.isLossless ? .success : .partial
  }

  private static func recover(
    _ source: MCAPFileSource,
    _ path: String,
    _ target: OutputFile,
    _ interrupt: Interrupt,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> RecoverReport {
    let recovered: MCAPRecoveryReport
    do {
      let options = OutputOptions.writerOptions(arguments).container
      recovered = try MCAPRecovery.recover(
        source,
        into: target,
        options: options,
        isStrict: arguments.flag("strict"),
        shouldStop: { interrupt.isRequested }
      )
    } catch {
      throw CommandFailure(error, file: error.kind.isSystem ? target.path : path)
    }
    // Metadata alone may be all that a file has; of one that was not read to its end it is the beginning.
    let hasAnything =
      recovered.messagesKept > 0 || recovered.attachmentsKept > 0
      || recovered.metadataKept > 0 && !recovered.wasStopped
    // A whole file may be empty; of one that was cut off before anything was written nothing is left.
    guard hasAnything || recovered.isLossless && recovered.endedWell else {
      target.discard()
      if recovered.wasStopped {
        throw CommandFailure("interrupted; nothing was salvaged so far", status: .partial)
      }
      let reason = recovered.notes.first ?? "no record is whole"
      throw CommandFailure(file: path, "nothing can be salvaged: \(reason)")
    }
    // Of what an interrupted run has it is not asked: that would take as long again.
    var events: UInt64?
    // What has gone down a pipe cannot be read back.
    if !recovered.wasStopped, let written = target.writtenPath {
      events = try self.events(in: written, arguments.tool) { interrupt.isRequested }
    }
    return RecoverReport(
      output: target.path,
      sourceSize: source.size,
      events: events,
      wasInterrupted: interrupt.isRequested,
      report: recovered
    )
  }

  /// How many input events the new recording holds; nil if it cannot be read back, or `shouldStop`, which is asked
  /// before every read, says that nobody waits for it.
  static func events(
    in path: String,
    _ tool: ToolContext,
    shouldStop: @escaping () -> Bool
  ) throws(CommandFailure) -> UInt64? {
    guard let file = try? MCAPFileSource(path: path) else { return nil }
    let source = MCAPStoppableSource(file, shouldStop)
    guard let file = try? SessionFile(source) else { return nil }
    let table = try AppInstance.table(tool.apps.named(file.app) ?? tool.apps.first)
    var survey = RecordingSurvey(file, table: table)
    let problem = survey.read(shouldStop: shouldStop, progress: { _ in })
    if source.wasStopped || survey.wasInterrupted { return nil }
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
