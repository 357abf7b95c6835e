import KymoBridge
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoReport
import KymoText
import KymoTraffic

/// Turns a log of calls into a recording, which carries its own trace and digest.
enum CallLogImport {
  /// How many bytes a log may have.
  private static let fileBytes = 1 << 30

  /// Imports a log by itself.
  static func run(
    _ file: ImportFile,
    _ inputs: InputFiles,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = file.name
    let log = try load(file, arguments)
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let description = log.description(named: path.fileName)
      let record = try part(log, path, arguments).record
      let result = try SessionMaker.record(description, arguments, to: output, adding: [record]) {
        $0.play(log.inputs)
      }
      let place = try output.finish(wasInterrupted: false, &console)
      report(log, path, result, place, arguments, &console)
      return .success
    }
  }

  /// Reads a log.
  private static func load(
    _ file: ImportFile,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> CallLog {
    let path = file.name
    let unit = arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    if let unit, unit.scale == nil {
      throw .usage("--time-unit of a log of calls is one of s, ms, us and ns")
    }
    let builder = try read(file, CallRules(mode: arguments.callMode ?? .strict))
    let log: CallLog
    do throws(CallLogError) { log = try builder.finish(path, unit) } catch {
      throw CommandFailure(error.description)
    }
    if arguments.flag("strict") { try checkStrictly(log, path) }
    guard !log.inputs.isEmpty else {
      let reasons = log.absent.map { "\($0.count) \($0.what.rawValue)" }.joined(separator: ", ")
      throw CommandFailure(file: path, reasons.isEmpty ? "it has no calls" : "no calls: \(reasons)")
    }
    return log
  }

  /// Reads the lines of a log.
  private static func read(
    _ file: ImportFile,
    _ calls: CallRules
  ) throws(CommandFailure) -> CallLogBuilder {
    var builder = CallLogBuilder(calls)
    do throws(ImportError) {
      var lines = try LineReader(file, maximumLineBytes: CallLog.lineBytes)
      var bytes = 0
      while try lines.next() {
        builder.add(
          lines.bytes[lines.range],
          number: lines.line,
          isCutOff: lines.isCutOff
        )
        bytes += lines.range.count
        guard bytes <= fileBytes else {
          throw .unreadable(path: file.name, reason: "it has more than \(fileBytes >> 30) GiB")
        }
      }
      builder.passOver(lines.tooLong.count, first: lines.tooLong.line)
    } catch { throw SensorImport.failure(error) }
    return builder
  }

  /// Reads a log that is a part of a session.
  static func part(
    _ file: ImportFile,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ImportPart {
    let log = try load(file, arguments)
    return try part(log, file.name, arguments)
  }

  private static func part(
    _ log: CallLog,
    _ path: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> ImportPart {
    let topic = InputChannel.request.topic
    var part = ImportPart(
      feed: InputListFeed(
        log.inputs,
        log.description(named: path.fileName),
        channels: try AppInstance.table(arguments.app)
      ),
      files: [
        FileStatement(
          file: path,
          use: .rows,
          topics: [topic],
          rows: log.page == nil ? log.lines : log.inputs.count
        )
      ]
    )
    part.repairs = repairs(log, path)
    part.note(.conversion, "Times: \(log.clock.reason).")
    for (what, count) in log.absent {
      part.note(.leftOut, "Left out: \(count) \(what.rawValue).", count: count)
    }
    if let agent = agentLine(log) { part.note(.conversion, "\(agent).") }
    for line in pageLines(log) { part.note(.leftOut, "\(line).") }
    for (name, count) in log.unused {
      part.note(.leftOut, "The member \(name) means nothing here (\(count) times).", count: count)
    }
    return part
  }

  /// What the recorder of a page says of the page, as the reader of its sensors has it, too.
  private static func agentLine(_ log: CallLog) -> String? {
    log.page?.userAgent.map { "The page's user agent is \($0)" }
  }

  /// What the recorder of a page says beside its calls.
  private static func pageLines(_ log: CallLog) -> [String] {
    guard let page = log.page else { return [] }
    var lines: [String] = []
    if page.replies > 0 {
      lines.append(
        "The \(page.replies) replies are not in the session: run --plugins takes them from this file"
      )
    }
    lines += page.commands.map { "On the phone \($0.text)" }
    if page.lost > 0 { lines.append("The recorder itself has dropped \(page.lost) lines") }
    return lines
  }

  /// The lines that were left out, or are not in order.
  private static func repairs(_ log: CallLog, _ path: String) -> [Repair] {
    func repair(_ rule: RepairRule, _ lines: CallLog.Lines?) -> Repair? {
      lines.map { lines in
        Repair(
          rule: rule,
          file: path,
          line: lines.line,
          count: lines.count,
          explanation: "\(rule.explanation.dropLast()); \(lines.reason)."
        )
      }
    }
    let unsorted = log.unsorted
    return [
      repair(.malformedRow, log.malformed), repair(.cutOffRow, log.cutOff),
      unsorted.count == 0
        ? nil
        : Repair(
          rule: .unsortedRows,
          file: path,
          line: unsorted.line,
          count: unsorted.count,
          explanation: RepairRule.unsortedRows.explanation
        ),
    ].compactMap(\.self)
  }

  /// Refuses what would otherwise be repaired or left out.
  private static func checkStrictly(_ log: CallLog, _ path: String) throws(CommandFailure) {
    if let lines = log.malformed ?? log.cutOff {
      throw CommandFailure("\(path):\(lines.line): refused: \(lines.reason)")
    }
    if log.unsorted.count > 0 {
      throw CommandFailure(
        file: "\(path):\(log.unsorted.line)",
        "refused: its time is before that of a line above",
        remedy: "without --strict the lines are sorted"
      )
    }
    // The same page would number its callbacks otherwise the next time: nothing is lost with them.
    if let (what, count) = log.absent.first(where: { $0.what != .callback }) {
      throw CommandFailure(file: path, "refused: \(count) \(what.rawValue)")
    }
  }

  private static func report(
    _ log: CallLog,
    _ path: String,
    _ result: SessionResult,
    _ output: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    let digest = TraceDigest.text(result.digest)
    let repairs = repairs(log, path)
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.call-log-import/1",
          "events": JSONText(log.inputs.count),
          "channels": [
            [
              "topic": JSONText(InputChannel.request.topic), "count": JSONText(log.inputs.count),
            ]
          ],
          "repairs": JSONText(repairs.map(\.json)),
          "lines": JSONText(log.lines),
          "clock": [
            "unit": JSONText(log.clock.unit?.rawValue), "unix": JSONText(log.clock.isUnix),
            "reason": JSONText(log.clock.reason),
          ],
          "leftOut": JSONText(
            log.absent.map { ["name": JSONText($0.what.rawValue), "count": JSONText($0.count)] }
          ),
          "unused": JSONText(
            log.unused.map { ["name": JSONText($0.name), "count": JSONText($0.count)] }
          ),
          "digest": JSONText(digest),
          "output": JSONText(output),
        ])
      return
    }
    console.print("\(output): \(log.inputs.count) requests of \(log.lines) lines")
    console.print("  clock     \(log.clock.reason)")
    for repair in repairs { console.print(repair.line(indent: "  ")) }
    for line in [agentLine(log)].compactMap(\.self) + pageLines(log) {
      console.print("  page      \(line.printable)")
    }
    for (what, count) in log.absent { console.print("  left out  \(count) \(what.rawValue)") }
    for (name, count) in log.unused {
      console.print("  unused    \(name.printable) × \(count): the member means nothing here")
    }
    console.print("  digest    \(digest)")
  }
}
