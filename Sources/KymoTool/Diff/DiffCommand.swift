import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText

/// `kymo diff`: in what two recordings differ.
enum DiffCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "diff",
    abstract: "Say in what two recordings differ.",
    discussion: """
      Compares the messages of each topic in the order of time, field by field, and the \
      definitions of channels, metadata, and attachments. Works for any MCAP files; fields are \
      those of ROS 2 messages (ros2msg, cdr) and of JSON, and other data is compared as a whole. \
      A message that only one file has does not hide what follows.

      Prints the first difference by time, then how many messages differ by channel, and by field. \
      Behind a missing or an extra message, the numbers that messages give themselves are not \
      compared, since all of them would differ.

      Not compared: chunks, compression and ids (see `kymo check`), and the lineage.
      """,
    positionals: [
      PositionalSpecification("first", help: "The .mcap file that is expected."),
      PositionalSpecification("second", help: "The .mcap file that is compared with it."),
    ],
    options: [
      OptionSpecification(
        "ignore",
        "NAME",
        isRepeatable: true,
        help: """
          Do not compare a topic, a field (x, sequence, log_time), a field of one topic \
          (/accelerometer.x), metadata, metadata.KEY, or attachments; separated by commas.
          """
      ),
      OptionSpecification(
        "tolerance",
        "FIELD=DISTANCE",
        isRepeatable: true,
        help: "Let a number differ by DISTANCE, such as /accelerometer.x=1e-9 or reply.x=1e-9."
      ),
      .format,
    ],
    flags: [
      FlagSpecification(
        "inputs",
        help: "Do not compare results of runs: trace, replies, digests, metadata."
      )
    ],
    examples: [
      CommandExample("kymo diff before.mcap after.mcap", "what has changed?"),
      CommandExample("kymo diff whole.mcap merged.mcap --inputs", "are the inputs the same?"),
      CommandExample(
        "kymo diff a.mcap b.mcap --ignore log_time,publish_time",
        "is it the same at other times?"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.diverged, "they differ"),
      ExitCodeNote(.partial, "interrupted; what was found so far is printed"),
      ExitCodeNote(.failure, "a file cannot be read to its end"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let paths = [arguments.positional("first"), arguments.positional("second")]
    let tolerance = try tolerance(arguments)
    var files: [SessionFile] = []
    for path in paths { files.append(try SessionFile.open(path)) }
    let interrupt = console.interrupt
    try check(arguments, files, paths, interrupt)
    let app = arguments.tool.apps.named(files[0].app) ?? arguments.tool.apps.first
    let diff = RecordingDiff(
      files[0],
      files[1],
      tolerance: tolerance,
      channels: try AppInstance.table(app)
    )
    let total = files.compactMap { $0.scan.summary?.statistics?.messageCount }.max()
    console.beginProgress("comparing", of: total.map { Int(clamping: $0) }, unit: "messages")
    let report: DiffReport
    do throws(EditingError) {
      report = try diff.compare(shouldStop: { interrupt.isRequested }) {
        console.progress(to: Int(clamping: $0))
      }
    } catch { throw failure(error, paths) }
    console.endProgress()
    if arguments.wantsJSON {
      console.print(report.json)
    } else {
      DiffText(report, paths, tolerance).print(to: &console)
    }
    if report.wasStopped { return .partial }
    return report.isEqual ? .success : .diverged
  }

  /// The topics that hold results of runs.
  private static let results = ["/trace", "/trace/digest", "/bridge/reply", "/location/fix"]

  /// Refuses names that neither recording has: a misspelt one would ignore nothing, and nobody would know.
  private static func check(
    _ arguments: ParsedArguments,
    _ files: [SessionFile],
    _ paths: [String],
    _ interrupt: Interrupt
  ) throws(CommandFailure) {
    let wanted =
      names(arguments).map { ("ignore", $0) }
      + arguments.texts("tolerance").map { text in
        ("tolerance", String(text[..<(text.lastIndex(of: "=") ?? text.endIndex)]))
      }
    guard !wanted.isEmpty else { return }
    let known: DiffNames
    let unknown: [String]
    do throws(EditingError) {
      known = try DiffNames(files[0], files[1])
      unknown = try known.unknown(wanted.map(\.1)) { interrupt.isRequested }
    } catch { throw failure(error, paths) }
    guard let name = unknown.first, let option = wanted.first(where: { $0.1 == name })?.0 else {
      return
    }
    throw .usage(
      "--\(option) \(name.printable): neither recording has it; they have \(known.list.printable)"
    )
  }

  private static func failure(_ error: EditingError, _ paths: [String]) -> CommandFailure {
    guard case .source(let number, let error) = error else { return .interrupted }
    return CommandFailure(error, file: paths[number])
  }

  /// The names of `--ignore`.
  private static func names(_ arguments: ParsedArguments) -> [String] {
    arguments.texts("ignore").flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func tolerance(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> DiffTolerance {
    var tolerance = DiffTolerance()
    for text in arguments.texts("ignore") {
      let names = text.split(separator: ",").map(String.init)
      if names.isEmpty { throw .usage("--ignore needs a name") }
      tolerance.ignored.formUnion(names)
    }
    if arguments.flag("inputs") { tolerance.ignored.formUnion(results + ["metadata"]) }
    for text in arguments.texts("tolerance") {
      guard let separator = text.lastIndex(of: "="), separator > text.startIndex,
        let distance = Double(text[text.index(after: separator)...]), distance >= 0
      else {
        throw .usage(
          "--tolerance takes FIELD=DISTANCE, such as /accelerometer.x=1e-9; not '\(text)'"
        )
      }
      tolerance.distances[String(text[..<separator])] = distance
    }
    return tolerance
  }
}
