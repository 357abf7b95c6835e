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

  /// Whether a path is of such a log: by its name, or because the file begins with a brace, and not with a report of
  /// gpsd.
  static func isLog(_ path: String) -> Bool {
    if SensorJSONFormat.isFile(path) { return false }
    guard UnsafeTextFile.firstByte(ofRegular: path) == UInt8(ascii: "{") else {
      return CallLog.isNamed(path)
    }
    return !GPSDFormat.isHead(UnsafeTextFile.beginning(ofRegular: path, count: 1 << 16))
  }

  /// Imports a log by itself.
  static func run(
    _ path: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    try ImportGroup.check(arguments, [ImportGroup(kind: .calls, paths: [path])])
    let inputs = InputFiles([path])
    try inputs.check(arguments.text("output"))
    let log = try load(path, arguments, console.interrupt)
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let description = log.description(named: path.fileName)
      let result = try SessionMaker.record(description, arguments, to: output) { maker in
        maker.play(log.inputs)
      }
      let place = try output.finish(wasInterrupted: false, &console)
      report(log, path, result, place, arguments, &console)
      return .success
    }
  }

  /// Reads a log.
  private static func load(
    _ path: String,
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> CallLog {
    let unit = arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    if let unit, unit.scale == nil {
      throw .usage("--time-unit of a log of calls is one of s, ms, us and ns")
    }
    let calls = CallRules(mode: arguments.callMode ?? .strict)
    let bytes = try UnsafeTextFile.bytes(path, limit: fileBytes)
    let log: CallLog
    do {
      log = try CallLog(bytes, path: path, calls, unit: unit) { interrupt.isRequested }
    } catch .stopped {
      throw CommandFailure("interrupted; nothing was written", status: .partial)
    } catch { throw CommandFailure(error.description) }
    if arguments.flag("strict") { try checkStrictly(log, path) }
    guard !log.inputs.isEmpty else {
      let reasons = log.absent.map { "\($0.count) \($0.what.rawValue)" }.joined(separator: ", ")
      throw CommandFailure(file: path, reasons.isEmpty ? "it has no calls" : "no calls: \(reasons)")
    }
    return log
  }

  /// Reads a log that is a part of a session.
  static func part(
    _ path: String,
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> ImportPart {
    let log = try load(path, arguments, interrupt)
    let topic = InputChannel.request.topic
    var part = ImportPart(
      feed: InputListFeed(
        log.inputs,
        log.description(named: path.fileName),
        channels: try AppInstance.table(arguments.app)
      ),
      files: [FileStatement(file: path, use: .rows, topics: [topic], rows: log.lines)]
    )
    if log.unsorted.count > 0 { part.repairs.append(repair(log, path)) }
    part.note(.conversion, "Times: \(log.clock.reason).")
    for (what, count) in log.absent {
      part.note(.leftOut, "Left out: \(count) \(what.rawValue).", count: count)
    }
    for (name, count) in log.unused {
      part.note(.leftOut, "The member \(name) means nothing here (\(count) times).", count: count)
    }
    return part
  }

  private static func repair(_ log: CallLog, _ path: String) -> Repair {
    Repair(
      rule: .unsortedRows,
      file: path,
      line: log.unsorted.line,
      count: log.unsorted.count,
      explanation: RepairRule.unsortedRows.explanation
    )
  }

  /// Refuses what would otherwise be repaired or left out.
  private static func checkStrictly(_ log: CallLog, _ path: String) throws(CommandFailure) {
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
    let repairs = log.unsorted.count > 0 ? [repair(log, path)] : []
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
    for (what, count) in log.absent { console.print("  left out  \(count) \(what.rawValue)") }
    for (name, count) in log.unused {
      console.print("  unused    \(name.printable) × \(count): the member means nothing here")
    }
    console.print("  digest    \(digest)")
  }
}
