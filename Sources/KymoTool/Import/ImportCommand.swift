import KymoCapture
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoRecording
import KymoReport
import KymoText
import KymoMCAP

/// `kymo import`: phone exports, or a capture or a log of the bridge's traffic, to a recording.
enum ImportCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "import",
    abstract: "Turn an export of a phone app, a capture or a log into a recording.",
    discussion: """
      Reads the CSV exports of phyphox and of Sensor Logger: a folder, single files, or the .zip \
      from the app (.tar and .tar.gz too). Tracks of GPX, KML, NMEA 0183, gpsd and GnssLogger \
      become locations; FIT, TCX and others are read through gpsbabel, if it is installed. A \
      capture of packets (pcap or pcapng) or a log of calls \
      (.jsonl) becomes a recording of the bridge. Every defect is repaired and listed. The report \
      says what happened to every file, column and clock.
      """,
    positionals: [
      PositionalSpecification(
        "path",
        help: """
          Exported CSV files, or a folder or an archive of them; or a capture, or a log of calls. \
          - is standard input.
          """,
        count: .oneOrMore
      )
    ],
    options: [
      .output(isRequired: true, help: "The recording to write."),
      OptionSpecification(
        "platform",
        "NAME",
        kind: .choice(["ios", "android"]),
        help: "The phone's system, if the export does not say."
      ),
      OptionSpecification(
        "columns",
        "LIST",
        help: """
          What the columns of a CSV file of any make are: time=t,x=ax,y=ay,z=az, or with units \
          time=t:ms,x=ax:g. Values are time, x, y, z, lat, lon, alt, speed, course, accuracy, and \
          topic/field for any other channel, such as gyroscope/x=gx:deg/s.
          """
      ),
      OptionSpecification(
        "time-column",
        "NAME",
        help: "The time column, if there are several or an unusual one."
      ),
      OptionSpecification(
        "time-unit",
        "UNIT",
        kind: .choice(TimeUnit.allCases.map(\.rawValue)),
        help: "What the time is: a count, the digits of a wall clock (datetime is YYYYMMDDhhmmss, "
          + "time-of-day hhmmss, time-of-day-ms hhmmssSSS), or text (iso8601)."
      ),
      OptionSpecification(
        "every",
        "SECONDS",
        kind: .duration,
        help: "How far the points of a track without times are apart."
      ),
      .commandRule,
      .mode,
      OutputOptions.compression,
      .newApp,
      .format,
    ],
    flags: [.strict, OutputOptions.noTrace],
    examples: [
      CommandExample("kymo import export.zip -o walk.mcap", "the file from the app"),
      CommandExample("kymo import Walk/ -o walk.mcap", "the same, unpacked"),
      CommandExample(
        "kymo import --time-column seconds_elapsed Walk/ -o walk.mcap",
        "if the usual column is wrong"
      ),
      CommandExample(
        "kymo import log.csv --columns time=t:ms,x=ax:g,y=ay:g,z=az:g -o log.mcap",
        "any table of numbers"
      ),
      CommandExample(
        "kymo import --strict Walk/ -o walk.mcap",
        "refuse anything that needs repair"
      ),
      CommandExample("kymo import bridge.pcap -o bridge.mcap", "a capture of the bridge"),
      CommandExample("kymo import calls.jsonl -o bridge.mcap", "calls that a page has logged"),
    ],
    exitCodes: [
      ExitCodeNote(.failure, "nothing could be imported, or --strict refused"),
      ExitCodeNote(
        .partial,
        "interrupted; what was imported is in FILE.part. Or a capture ends within a packet, or "
          + "--strict refused it"
      ),
    ]
  ).explained(in: .clocks, .captures)

  private static var limits: ArchiveLimits { ArchiveLimits() }

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    if arguments.positionals("path").contains(where: { CaptureFile.magic(of: $0) != nil }) {
      return try CaptureImport.run(arguments, &console)
    }
    if arguments.positionals("path").contains(where: { CallLogImport.isLog($0) }) {
      return try CallLogImport.run(arguments, &console)
    }
    try arguments.check(
      ["command", "mode"],
      haveEffectIf: false,
      "is for captures of packets, or logs of calls"
    )
    let inputs = InputFiles(arguments.positionals("path"), sandbox: nil)
    try inputs.check(arguments.text("output"))
    var options = ImportOptions(
      isStrict: arguments.flag("strict"),
      timeColumn: arguments.textIfGiven("time-column"),
      timeUnit: arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    )
    if let text = arguments.textIfGiven("columns") {
      guard let columns = ColumnMapping.list(text) else {
        throw .usage("--columns takes a list such as time=t,x=ax:g,y=ay:g,z=az:g; not '\(text)'")
      }
      options.columns = columns
    }
    options.pointInterval = arguments.nanosecondsIfGiven("every")
    if options.pointInterval == 0 { throw .usage("--every takes a duration above 0") }
    options.platform = arguments.textIfGiven("platform") == "ios" ? .ios : nil
    if arguments.textIfGiven("platform") == "android" { options.platform = .android }
    let table = try AppInstance.table(arguments.app)
    let session: ImportedEvents
    let interrupt = console.interrupt
    do {
      var importer = SessionImporter(
        formats: GPSBabelRun.formats(interrupt),
        options: options
      )
      importer.channels = table
      importer.shouldStop = { interrupt.isRequested }
      session = try importer.open(paths: arguments.positionals("path"))
    } catch .interrupted {
      throw CommandFailure("interrupted; nothing was written", status: .partial)
    } catch .recording(let path) {
      let problem = ImportError.recording(file: path).description
      throw CommandFailure(
        "\(problem) (use it as it is: \(.tool) inspect \(path.shellQuoted), or \(.tool) replay)"
      )
    } catch { throw CommandFailure(error.description) }
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let written = try write(session, to: output, arguments, console: &console)
      let place = try output.finish(wasInterrupted: written.wasInterrupted, &console)
      report(session, written, place, arguments, console: &console)
      return written.wasInterrupted ? .partial : .success
    }
  }

  /// The content of the new recording.
  private struct Written {
    var result: SessionResult
    /// How many events there are of each source.
    var counts: [SourceID: Int]
    var wasInterrupted: Bool
  }

  private static func write(
    _ session: ImportedEvents,
    to output: OutputFile,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> Written {
    let app = try AppInstance.make(arguments.app, AppSetup(session.description))
    var session = session
    if session.shiftNanoseconds > 0 {
      console.note(
        "the first event lies before time zero: all times are moved by \(session.shiftNanoseconds) ns"
      )
    }
    let interrupt = console.interrupt
    let written: Written
    var failure: ImportError?
    do throws(MCAPError) {
      var maker = try SessionMaker(output, app, session.description, arguments)
      // What ends an import too early is said when what is written is finished.
      do throws(ImportError) {
        try maker.append(&session) { interrupt.isRequested }
      } catch { failure = error }
      let rows = maker.run.routing.channels.rows
      let counts = rows.map { ($0.source, Int(clamping: maker.count(of: $0.source))) }
      written = Written(
        result: try maker.finish(adding: [
          ImportRecord(files: session.files, repairs: session.repairs, notes: session.notes).record
        ]),
        counts: Dictionary(uniqueKeysWithValues: counts),
        wasInterrupted: failure == .interrupted
      )
    } catch { throw CommandFailure(error, file: output.path) }
    if let failure, failure != .interrupted { throw CommandFailure(failure.description) }
    return written
  }

  private static func report(
    _ session: ImportedEvents,
    _ written: Written,
    _ output: String,
    _ arguments: ParsedArguments,
    console: inout Console
  ) {
    let result = written.result
    // Of the usual two also if there is nothing of them.
    let channels: [(topic: String, count: Int)] = session.channels.rows
      .compactMap { row in
        let count = written.counts[row.source] ?? 0
        let isUsual = row.source == .accelerometer || row.source == .location
        return count > 0 || isUsual ? (row.channel.topic, count) : nil
      }
    let eventCount = written.counts.values.reduce(0, +)
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.import/1",
          "events": JSONText(eventCount),
          "channels": JSONText(
            channels.map { ["topic": JSONText($0.topic), "count": JSONText($0.count)] }
          ),
          "files": JSONText(session.files.map { $0.json }),
          "repairs": JSONText(session.repairs.map(\.json)),
          "notes": JSONText(
            session.notes.map { note in
              [
                "topic": JSONText(note.topic.rawValue), "file": JSONText(note.file),
                "line": JSONText(note.line), "count": JSONText(note.count),
                "explanation": JSONText(note.explanation),
              ]
            }
          ),
          "gravity": JSONText(session.description.gravity.rawValue),
          "digest": JSONText(TraceDigest.text(result.digest)),
          "interrupted": JSONText(written.wasInterrupted),
          "output": JSONText(output),
        ])
      return
    }
    let parts = channels.filter { $0.count > 0 }.map { "\($0.count) \($0.topic)" }
    console.print(
      "\(output): \(eventCount) events (\(parts.joined(separator: ", ")))"
        + (written.wasInterrupted ? ", interrupted: the rest is missing" : "")
    )
    for file in session.files { for line in file.lines { console.print(line) } }
    for repair in session.repairs { console.print(repair.line(indent: "  ")) }
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
