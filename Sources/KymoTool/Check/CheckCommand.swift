import KymoCommandLine
import KymoMCAP

/// `kymo check`: the strict reading of a recording.
enum CheckCommand: Subcommand {
  static let specification = CommandSpecification(
    name: "check",
    abstract: "Read a recording strictly, and name every defect at its byte.",
    discussion: """
      Reads any MCAP file from front to back. Verifies every checksum; that of the data section \
      covers the header, metadata, attachments and indexes. Decompresses every chunk. Compares \
      every index entry with the message that it points at, and the statistics and indexes of the \
      summary with the data. Continues after a defect as long as lengths make sense.

      An error is something that the format forbids: some readers will refuse the file, or misread \
      it. A warning is something that the format allows but some readers will miss, or that no \
      checksum covers. What is allowed but rare is called unusual, and passes --strict.
      """,
    positionals: [PositionalSpecification("recording", help: "The .mcap file.")],
    options: [.format],
    flags: [FlagSpecification("strict", help: "Fail on warnings, too.")],
    examples: [
      CommandExample("kymo check walk.mcap", "is it whole, and as it was written?"),
      CommandExample(
        "kymo check walk.mcap --format json | jq '.findings[].byte'",
        "where the defects are"
      ),
    ],
    exitCodes: [
      ExitCodeNote(.success, "it passes: there is no error"),
      ExitCodeNote(.failure, "it does not pass, or cannot be read"),
      ExitCodeNote(.partial, "the command was interrupted"),
    ]
  )

  static func run(
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    let interrupt = console.interrupt
    let found: MCAPCheckReport
    do {
      let source = try MCAPFileSource(path: path)
      found = try MCAPChecker.check(source, shouldStop: { interrupt.isRequested })
    } catch { throw CommandFailure(error, file: path) }
    let report = CheckReport(path: path, report: found, isStrict: arguments.flag("strict"))
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    guard found.isFinished else { return .partial }
    guard !report.passes else { return .success }
    guard let first = found.firstError else {
      throw CommandFailure(file: path, "it has warnings, and --strict does not pass them")
    }
    throw CommandFailure(first, file: path)
  }
}
