import KymoBridge
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoText
import KymoTraffic

/// Turns a log of calls into a recording, which carries its own trace and digest.
enum CallLogImport {
  /// The options of other imports, which have no effect here.
  private static let foreignOptions = ["platform", "every", "columns", "time-column", "command"]
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

  static func run(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let paths = arguments.positionals("path")
    guard paths.count == 1, let path = paths.first else {
      throw .usage("a log of calls is imported by itself, not with other files")
    }
    try arguments.check(
      foreignOptions,
      haveEffectIf: false,
      "is for other files, not for logs of calls"
    )
    let unit = arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    if let unit, unit.scale == nil {
      throw .usage("--time-unit of a log of calls is one of s, ms, us and ns")
    }
    let inputs = InputFiles(paths)
    try inputs.check(arguments.text("output"))
    let calls = CallRules(mode: arguments.callMode ?? .strict)
    let interrupt = console.interrupt
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
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let description = log.description(named: name)
      let result = try SessionMaker.record(description, arguments, to: output) { maker in
        maker.play(log.inputs)
      }
      let place = try output.finish(wasInterrupted: false, &console)
      report(log, path, result, place, arguments, &console)
      return .success
    }
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
    let rule = RepairRule.unsortedRows
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
          "repairs": log.unsorted.count == 0
            ? []
            : [
              [
                "rule": JSONText(rule.rawValue), "file": JSONText(path),
                "line": JSONText(log.unsorted.line), "count": JSONText(log.unsorted.count),
                "explanation": JSONText(rule.explanation),
              ]
            ],
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
    if log.unsorted.count > 0 {
      console.print(
        "  repaired  \(path):\(log.unsorted.line)  \(rule.rawValue) × \(log.unsorted.count): "
          + rule.explanation
      )
    }
    for (what, count) in log.absent { console.print("  left out  \(count) \(what.rawValue)") }
    for (name, count) in log.unused {
      console.print("  unused    \(name.printable) × \(count): the member means nothing here")
    }
    console.print("  digest    \(digest)")
  }
}
