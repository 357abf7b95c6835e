import KymoCore
import KymoFormats
import KymoRecording
import KymoText
import KymoMCAP

/// `kymo import`: phone exports to a recording.
enum ImportCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "import",
    abstract: "Turn what a phone app exported into a recording.",
    discussion: """
      Understands the CSV exports of phyphox and of Sensor Logger, as a folder, as files, or as the \
      .zip that the app handed out (.tar and .tar.gz too); the names of the columns tell which. \
      Archives are read in place: nothing is written beside the recording, and no more is unpacked \
      than \(limits.memberBytes >> 20) MiB of a file and \(limits.totalBytes >> 30) GiB of all. \
      Accelerations become proper acceleration in m/s² (x right, y up, z \
      out of the screen; +9.81 on z for a phone at rest face up), times become nanoseconds. \
      Gyroscope (rad/s), magnetometer (µT) and barometer (Pa) become channels of their own.

      Whatever is broken is repaired and listed: stale rows, cached fixes, repeated fixes, markers \
      for "unknown", units, signs. With --strict the first necessary repair is an error instead.
      """,
    positionals: [
      PositionalSpecification(
        "path",
        help: "Exported CSV files, or a folder or an archive with them.",
        count: .oneOrMore
      )
    ],
    options: [
      .output(isRequired: true, help: "The recording to write."),
      OptionSpecification(
        "platform",
        "NAME",
        kind: .choice(["ios", "android"]),
        help: "The phone's system, where the export does not say it."
      ),
      OutputOptions.compression,
      .newApp,
      .format,
    ],
    flags: [.strict, OutputOptions.noTrace],
    examples: [
      CommandExample("kymo import export.zip -o walk.mcap", "what the app handed out"),
      CommandExample("kymo import Walk/ -o walk.mcap", "the same, unpacked"),
      CommandExample(
        "kymo import --strict Walk/ -o walk.mcap",
        "refuse anything that needs repair"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.partial, "interrupted; what was imported is in FILE.part"),
      ExitCodeNote(.failure, "nothing could be imported, or --strict refused"),
    ]
  )

  private static var limits: ArchiveLimits { ArchiveLimits() }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let inputs = InputFiles(arguments.positionals("path"), sandbox: nil)
    try inputs.check(arguments.text("output"))
    var options = ImportOptions(isStrict: arguments.flag("strict"))
    options.platform = arguments.textIfGiven("platform") == "ios" ? .ios : nil
    if arguments.textIfGiven("platform") == "android" { options.platform = .android }
    let session: ImportedSession
    do {
      let importer = SessionImporter(formats: ImportFormats.all, options: options)
      session = try importer.import(paths: arguments.positionals("path"))
    } catch { throw CommandFailure(error.description) }
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let made = try write(session, to: output, arguments, console: &console)
      let place = try output.finish(wasInterrupted: made.wasInterrupted, &console)
      report(session, made.result, place, arguments, console: &console)
      return made.wasInterrupted ? .partial : .success
    }
  }

  private static func write(
    _ session: ImportedSession,
    to output: OutputFile,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> (result: SessionResult, wasInterrupted: Bool) {
    let app = try AppInstance.make(arguments.app, AppSetup(session.description))
    do {
      // A time before zero has no place in a recording: such a session begins at zero instead.
      let shift = min(0, session.events.first?.timestamp ?? 0)
      if shift < 0 {
        console.note("the first event lies before time zero: all times are moved by \(-shift) ns")
      }
      var maker = try SessionMaker(
        output,
        description: session.description,
        app: app,
        hasTrace: !arguments.flag("no-trace"),
        options: OutputOptions.writerOptions(arguments)
      )
      var wasInterrupted = false
      for (index, event) in session.events.enumerated() {
        if index.isMultiple(of: 4096) {
          wasInterrupted = console.interrupt.isRequested
          if wasInterrupted || maker.hasFailed { break }
        }
        var event = event
        event.timestamp -= shift
        if event.kind == .location, shift < 0 {
          var fix = event.payload.location
          fix.fixTimestamp -= shift
          event.payload = Payload(fix)
        }
        maker.append(event)
      }
      return (try maker.finish().result, wasInterrupted)
    } catch { throw CommandFailure(error, file: output.path) }
  }

  private static func report(
    _ session: ImportedSession,
    _ result: SessionResult,
    _ output: String,
    _ arguments: ParsedArguments,
    console: inout Console
  ) {
    // Of the usual two also if there is nothing of them.
    let channels: [(topic: String, count: Int)] = ChannelTable.standard.rows
      .compactMap { row in
        let count = session.events.count { $0.source == row.source }
        let isUsual = row.source == .accelerometer || row.source == .location
        return count > 0 || isUsual ? (row.channel.topic, count) : nil
      }
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.import/1",
          "events": JSONText(session.events.count),
          "channels": JSONText(
            channels.map { ["topic": JSONText($0.topic), "count": JSONText($0.count)] }
          ),
          "repairs": JSONText(
            session.repairs.map { repair in
              [
                "rule": JSONText(repair.rule.rawValue), "file": JSONText(repair.file),
                "line": JSONText(repair.line), "count": JSONText(repair.count),
                "explanation": JSONText(repair.explanation),
              ]
            }
          ),
          "gravity": JSONText(session.description.gravity.rawValue),
          "digest": JSONText(TraceDigest.text(result.digest)),
          "output": JSONText(output),
        ])
      return
    }
    let parts = channels.filter { $0.count > 0 }.map { "\($0.count) \($0.topic)" }
    console.print(
      "\(output): \(session.events.count) events (\(parts.joined(separator: ", ")))"
    )
    for repair in session.repairs {
      console.print(
        "  repaired  \(repair.file):\(repair.line)  \(repair.rule.rawValue) × \(repair.count): "
          + repair.explanation
      )
    }
    if session.description.gravity == .excluded {
      console.print(
        "  note      the accelerations are without gravity: a phone at rest reads 0, not 9.81"
      )
    }
    for note in session.notes {
      console.print("  note      \(note.file):\(note.line)  \(note.explanation)")
    }
    console.print("  digest    \(TraceDigest.text(result.digest))")
  }
}
