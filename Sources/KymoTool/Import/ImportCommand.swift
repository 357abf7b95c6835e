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
      Reads the exports of phyphox and of Sensor Logger: a folder, single files, or the .zip from \
      the app (.tar and .tar.gz too). Tracks of GPX, KML, NMEA 0183, gpsd and GnssLogger become \
      locations; FIT, TCX and others are read through gpsbabel, if it is installed; IMUs and fixes \
      of ROS and Foxglove from their MCAP files. A capture of packets (pcap or pcapng) or a log of \
      calls (.jsonl) becomes a recording of the bridge. Every defect is repaired and listed.

      Sensors, logs of calls and captures together become one session on one time line. With \
      --align, each folder, each archive and all other files of one ending are a part.
      """,
    positionals: [
      PositionalSpecification(
        "path",
        help: """
          Exported files, captures, and logs of calls, or a folder or an archive of them. - is \
          standard input.
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
        "units",
        "UNIT",
        kind: .choice(["m/s2", "g"]),
        help: "The unit of accelerations, if the export does not say it."
      ),
      OptionSpecification(
        "columns",
        "LIST",
        isRepeatable: true,
        help: """
          What the columns of a CSV file of any make are: time=t,x=ax,y=ay,z=az, or with units \
          time=t:ms,x=ax:g. Values are time, x, y, z, lat, lon, alt, speed, course, accuracy, and \
          topic/field for any other channel, such as gyroscope/x=gx:deg/s. FILE.csv:LIST: of that \
          file.
          """
      ),
      OptionSpecification(
        "time-column",
        "NAME",
        isRepeatable: true,
        help:
          "The time column, if there are several or an unusual one. FILE.csv:NAME: of that file."
      ),
      OptionSpecification(
        "time-unit",
        "UNIT",
        kind: .choice(TimeUnit.allCases.map(\.rawValue)),
        help:
          "What the time is, of logs of calls if there are any: a count, the digits of a wall clock "
          + "(datetime is YYYYMMDDhhmmss, time-of-day hhmmss, time-of-day-ms hhmmssSSS), or iso8601."
      ),
      OptionSpecification(
        "every",
        "SECONDS",
        kind: .duration,
        help: "How far the points of a track without times are apart."
      ),
      OptionSpecification(
        "align",
        "HOW",
        help: """
          How parts come on one time line. clock: as they are. start: each is moved to the start \
          of the first. Seconds, such as 2.5 or -0.1: the second is moved by so many; with commas, \
          one offset for each part after the first.
          """
      ),
      OptionSpecification(
        "gap-policy",
        "RULE",
        help: """
          What to do about times without events. keep: nothing. cap=30s: longer ones become 30 s \
          long. split=30s: a new recording, NAME-00002.mcap, begins behind longer ones.
          """
      ).rare,
      .commandRule,
      .mode,
      OutputOptions.compression,
      .newApp,
      .format,
    ],
    flags: [.strict, OutputOptions.noTrace],
    examples: [
      CommandExample("kymo import export.zip -o walk.mcap", "the file from the app"),
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
      CommandExample(
        "kymo import walk.zip calls.jsonl --align start -o session.mcap",
        "sensors and calls on one time line"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.failure, "nothing could be imported, or --strict refused"),
      ExitCodeNote(
        .partial,
        "interrupted; what was imported is in FILE.part. Or a capture ends within a packet, was "
          + "left out of its folder or archive, or --strict refused it"
      ),
    ]
  ).explained(in: .clocks, .captures)

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let policy = try GapPolicy(arguments)
    let inputs = InputFiles(arguments.positionals("path"), sandbox: nil)
    try inputs.check(arguments.text("output"))
    var importer = try SensorImport.importer(arguments, &console)
    var groups = try ImportGroup.groups(arguments, importer)
    try ImportGroup.check(arguments, groups)
    if groups.count == 1, let group = groups.first {
      if arguments.isGiven("align") {
        throw .usage(
          "--align puts several parts on one time line, and there is one: each folder, archive, log "
            + "and capture is a part, and so are other files of one ending"
        )
      }
      if policy == .keep, let file = group.onlyFile {
        return group.kind == .capture
          ? try CaptureImport.run(file, inputs, arguments, &console)
          : try CallLogImport.run(file, inputs, arguments, &console)
      }
    }
    let alignment: MergeAlignment? =
      arguments.isGiven("align")
      ? try MergeAlignment(arguments.text("align"), count: groups.count) : nil
    // The unit is for the times of calls then.
    if groups.contains(where: { $0.kind == .calls }) { importer.options.timeUnit = nil }
    let (parts, leftOut) = try open(&groups, alignment, importer, arguments, &console)
    let feed: JointFeed
    do throws(ImportError) {
      feed = try JointFeed(
        parts.map(\.feed),
        named: groups.map(\.name),
        alignment,
        gaps: policy
      )
    } catch { throw CommandFailure(error.description) }
    var run = ImportRun(parts, groups, feed, arguments, inputs)
    let status = try run.write(to: &console)
    for problem in leftOut.dropFirst() {
      console.complain(problem.message.text(tool: arguments.tool.name))
    }
    if let problem = leftOut.first ?? parts.lazy.compactMap(\.problem).first { throw problem }
    return status
  }

  /// Opens the parts.
  ///
  /// One that was only found, and gives nothing, is left out: what is good is kept.
  ///
  /// - Returns: the parts of the groups that are left, and why others are not.
  private static func open(
    _ groups: inout [ImportGroup],
    _ alignment: MergeAlignment?,
    _ importer: SessionImporter,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> (parts: [ImportPart], leftOut: [CommandFailure]) {
    var (parts, kept, leftOut): ([ImportPart], [ImportGroup], [CommandFailure]) = ([], [], [])
    var skipped: [(name: String, reason: String)] = []
    // Offsets are of all parts.
    var hasOffsets = false
    if case .offsets = alignment { hasOffsets = true }
    for group in groups {
      do throws(CommandFailure) {
        parts.append(try group.open(importer, arguments, &console))
        kept.append(group)
      } catch {
        let isFatal = hasOffsets || arguments.flag("strict") || console.interrupt.isRequested
        guard group.isFound, groups.count > 1, !isFatal, error.status != .usage else { throw error }
        leftOut.append(CommandFailure(error.message, status: .partial))
        skipped.append((group.name, error.message.text(tool: arguments.tool.name)))
      }
    }
    if parts.isEmpty, let problem = leftOut.first { throw problem }
    for (name, reason) in skipped { parts[0].leaveOut(name, "\(reason).") }
    groups = kept
    console.endSharedProgress()
    ImportPart.noteShared(&parts, groups)
    return (parts, leftOut)
  }
}
