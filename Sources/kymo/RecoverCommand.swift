import KymoCore
import KymoRecording

/// `kymo recover`: everything that can be salvaged from a damaged recording.
enum RecoverCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "recover",
    abstract: "Salvage what can be read of a damaged recording.",
    discussion: """
      Keeps every complete chunk, every whole message of a damaged one, attachments and metadata, and \
      writes them to a new file that every reader opens. Works for any MCAP file: cut off by a full \
      disk or a killed process, or with flipped bits in the middle.
      """,
    positionals: [PositionalSpecification("recording", help: "The damaged .mcap file.")],
    options: [
      .output(isRequired: true, help: "The new recording."), OutputOptions.compression, .format,
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
    try CommandFailure.check(output: output, isNone: [path])
    let source: MCAPFileSource
    do { source = try MCAPFileSource(path: path) } catch { throw CommandFailure(error, file: path) }
    let sink: MCAPFileSink
    do { sink = try MCAPFileSink(path: output) } catch { throw CommandFailure(error, file: output) }
    let report: MCAPRecoveryReport
    do {
      report = try MCAPRecovery.recover(
        source,
        into: sink,
        options: OutputOptions.writerOptions(arguments).container
      )
    } catch { throw CommandFailure(error, file: error.kind.isSystem ? output : path) }
    guard report.messagesKept > 0 || report.metadataKept > 0 || report.isLossless else {
      let reason = report.notes.first ?? "no record is whole"
      throw CommandFailure(file: path, "nothing can be salvaged: \(reason)")
    }
    let isLossless = report.isLossless && report.endedWell
    // A file cut off between two records has lost no byte of what is there, but all that followed.
    let lostFrom = report.firstLostByte ?? (report.endedWell ? nil : source.size)
    if arguments.wantsJSON {
      console.print([
        "schema": "kymograph.recover/1",
        "events": JSONText(report.messagesKept),
        "lostFromByte": lostFrom.map { JSONText($0) } ?? .null,
        "kept": [
          "messages": JSONText(report.messagesKept),
          "chunks": JSONText(report.chunksKept + report.chunksSuspect),
          "attachments": JSONText(report.attachmentsKept),
          "metadata": JSONText(report.metadataKept),
        ],
        "lost": [
          "bytes": JSONText(report.bytesLost), "chunks": JSONText(report.chunksLost),
          "messages": JSONText(report.messagesDropped),
        ],
        "suspectChunks": JSONText(report.chunksSuspect),
        "notes": JSONText(report.notes.map { JSONText($0) }),
        "output": JSONText(output),
      ])
    } else {
      console.print(
        "\(output): kept \(report.messagesKept) messages, "
          + "\(report.chunksKept + report.chunksSuspect) whole chunks"
      )
      if isLossless {
        console.print("nothing was lost")
      } else {
        let place = lostFrom.map { "from byte \($0) on: " } ?? ""
        console.print(
          "lost \(place)\(report.chunksLost) chunks damaged, \(report.bytesLost) bytes unreadable, "
            + "\(report.messagesDropped) messages without a channel"
        )
      }
      for note in report.notes { console.print("  \(note)") }
    }
    return isLossless ? .success : .partial
  }
}

extension MCAPError.Kind {
  /// Whether the machine is at fault, and not the file's content.
  var isSystem: Bool {
    if case .system = self { return true }
    return false
  }
}
