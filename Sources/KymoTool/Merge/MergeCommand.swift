import KymoCommandLine
import KymoMCAP
import KymoRecording

/// `kymo merge`: several recordings as one.
enum MergeCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "merge",
    abstract: "Make one recording of several.",
    discussion: """
      Puts recordings side by side, in the order of time, or with --append one behind the other. \
      Works for any MCAP files. Data and sequence of each message stay what they were. Its times \
      do, too, unless its recording is moved; times within data are never changed.

      Messages of one time come by channel, then by the order of the files. Parts of one file come \
      by sequence there, so that the parts of `kymo cut` are the whole again, with the same digest. \
      Channels of one topic need the same schema.

      The results of runs go: trace, replies, digest. `kymo replay --record` makes them anew. \
      Attachments and metadata are copied, each once. Of descriptions that differ, origins are \
      joined, and what is then not known is unknown.
      """,
    positionals: [
      PositionalSpecification("recordings", help: "The .mcap files, 2 or more.", count: .oneOrMore)
    ],
    options: [
      .output(isRequired: true, help: "The new recording."),
      OptionSpecification(
        "align",
        "HOW",
        default: "clock",
        help: """
          clock: leave all times as they are. start: move each file to the start of the first. \
          Seconds, such as 2.5 or -0.1: move the second file by so many; with commas, one offset \
          for each file after the first.
          """
      ),
      OptionSpecification(
        "gap",
        "SECONDS",
        kind: .duration,
        help:
          "With --append: the time between the end of a file and the start of the next; 1 s if not given."
      ),
      OutputOptions.compression,
      .format,
    ],
    flags: [
      FlagSpecification("append", help: "Put each file behind the end of the one before it.")
    ],
    examples: [
      CommandExample("kymo merge phone.mcap robot.mcap -o both.mcap", "two that share a clock"),
      CommandExample(
        "kymo merge phone.mcap robot.mcap --align start -o both.mcap",
        "two that were started at the same moment"
      ),
      CommandExample(
        "kymo merge monday.mcap tuesday.mcap --append --gap 10 -o days.mcap",
        "one after the other"
      ),
    ],
    exitCodes: [
      ExitCodeNote(
        .partial,
        "interrupted; what was merged so far is a whole recording, in FILE.part"
      ),
      ExitCodeNote(
        .failure,
        "a recording is damaged, or does not fit to the others; no file is written"
      ),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let paths = arguments.positionals("recordings")
    let output = arguments.text("output")
    let inputs = InputFiles(paths)
    try inputs.check(output)
    console.isOutputTaken = output == "-"
    let alignment = try alignment(arguments, paths.count)
    var files: [SessionFile] = []
    for path in paths {
      files.append(try SessionFile.open(path))
      console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    }
    let merge: RecordingMerge
    do throws(EditingError) { merge = try RecordingMerge(files, named: paths, alignment) } catch {
      throw failure(error, paths)
    }
    let target = try OutputFile(output, isNone: inputs)
    let total = files.reduce(0) { $0 + ($1.scan.summary?.statistics?.messageCount ?? 0) }
    return try target.keeping { () throws(CommandFailure) in
      console.beginProgress("merging", of: Int(clamping: total), unit: "messages")
      let interrupt = console.interrupt
      let report: EditReport
      do throws(EditingError) {
        report = try merge.write(
          to: target,
          options: OutputOptions.writerOptions(arguments).container,
          shouldStop: { interrupt.isRequested }
        ) { console.progress(to: $0) }
      } catch { throw target.refusal(error, paths, interrupt) }
      console.endProgress()
      let place = try target.finish(report, "merged", &console)
      let result = EditResult("merge", report, output: place)
      if arguments.wantsJSON { console.print(result.json) } else { result.print(to: &console) }
      return report.wasStopped ? .partial : .success
    }
  }

  private static func failure(_ error: EditingError, _ paths: [String]) -> CommandFailure {
    switch error {
    case .source(let number, let error): CommandFailure(error, file: paths[number])
    case .output(let error): CommandFailure(error, file: "")
    }
  }

  /// Reads how the times of so many files are put together.
  private static func alignment(
    _ arguments: ParsedArguments,
    _ count: Int
  ) throws(CommandFailure) -> MergeAlignment {
    guard count > 1 else { throw .usage("merge needs two recordings, or more") }
    guard count <= RecordingMerge.maximumCount else {
      throw .usage("merge takes at most \(RecordingMerge.maximumCount) recordings")
    }
    try arguments.check(["gap"], haveEffectIf: arguments.flag("append"), "is for --append")
    if arguments.flag("append") {
      guard !arguments.isGiven("align") else {
        throw .usage("--align is for files side by side, and --append puts them behind each other")
      }
      return .append(gap: UInt64(arguments.nanosecondsIfGiven("gap") ?? 1_000_000_000))
    }
    return try MergeAlignment(arguments.text("align"), count: count)
  }
}
