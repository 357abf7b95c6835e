import KymoBridge
import KymoCapture
import KymoCommandLine
import KymoRecording
import KymoText
import KymoTraffic

/// Dispatches the requests of a capture in their order, and compares the replies with those that were captured.
enum CaptureReplay {
  static func run(
    _ options: CaptureReplayOptions,
    _ arguments: ParsedArguments,
    console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = options.path
    let extractor = CaptureExtractor(try CaptureFile.open(path))
    let interrupt = console.interrupt
    let commands = CaptureInputs(extractor, options.rule, options.calls) { interrupt.isRequested }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    guard !commands.inputs.isEmpty else {
      throw CaptureImport.nothing(extractor, commands, path)
    }
    let app = try AppInstance.make(options.app, AppSetup(calls: options.calls))
    let replies = DispatchedReplies(commands, app, ignoring: options.ignored)
    let report = Report(
      path: path,
      commands: commands,
      comparison: replies.differences,
      ignored: options.ignoredTexts,
      digest: TraceDigest.text(replies.digest)
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
    if report.comparison.differing > 0 { return .diverged }
    let isPartial = commands.incomplete + commands.inDoubt + report.comparison.missing > 0
    return isPartial ? .partial : .success
  }

  /// The report on the replay.
  private struct Report {
    var path: String
    var commands: CaptureInputs
    var comparison: ReplyDifferences
    var ignored: [String]
    var digest: String

    /// The places in bodies that differ, as JSON pointers; the empty one is the whole body.
    private var fields: [(name: String, count: UInt64)] {
      comparison.places.map { ($0.name == "body" ? "" : String($0.name.dropFirst(5)), $0.count) }
    }

    var json: JSONText {
      [
        "schema": "kymograph.capture-replay/1",
        "events": JSONText(commands.inputs.count),
        "digest": JSONText(digest),
        "order": JSONText(commands.orderName),
        "diverged": JSONText(comparison.differing > 0),
        "equal": JSONText(comparison.equal),
        "different": JSONText(comparison.differing),
        "notCompared": JSONText.counts(comparison.notCompared),
        "fields": JSONText(
          fields.map { ["path": JSONText($0.name), "count": JSONText($0.count)] }
        ),
        "ignored": JSONText(ignored.map { JSONText($0) }),
        "firstDivergence": comparison.first.map { first in
          [
            "index": JSONText(first.index), "command": JSONText(first.target),
            "connection": JSONText(first.connection), "exchange": JSONText(first.number),
            "expected": JSONText(first.expected.body), "actual": JSONText(first.actual?.body),
          ]
        } ?? .null,
        "eventsPerSecond": .null,
        "lateness": ["p50": .null, "p99": .null, "max": .null],
        "notCommands": JSONText.counts(commands.notCommands),
        "refused": JSONText.counts(commands.refused),
        "incompleteRequests": JSONText(commands.incomplete),
        "requestsInDoubt": JSONText(commands.inDoubt),
        "repeatedStamps": JSONText(commands.repeated),
        "tooLong": JSONText(commands.tooLong),
      ]
    }

    func print(to console: inout Console) {
      console.printHeading(path)
      console.print(
        "\(commands.noun == "events" ? "events    " : "requests  ") \(commands.inputs.count) of \(commands.exchanges) exchanges, in the order of "
          + (commands.isStamped ? "their stamps" : "capture")
      )
      if let note = commands.orderNote { console.print("note       \(note)") }
      for line in commands.leftOut { console.print("left out   \(line)") }
      console.print(
        "replies    \(comparison.equal) equal, \(comparison.differing) different"
      )
      for (name, count) in comparison.notCompared {
        console.print("           \(count) not compared: \(name)")
      }
      for (path, count) in fields {
        console.print("differs    \(path.isEmpty ? "the whole body" : path.printable) × \(count)")
      }
      if let first = comparison.first {
        console.print("first      \(first.connection).\(first.number)  \(first.target.printable)")
        console.print("expected   \((first.expected.body ?? "").printable)")
        console.print("actual     \((first.actual?.body ?? "").printable)")
      }
      console.print("digest     \(digest)")
    }
  }
}
