import KymoCommandLine
import KymoRecording
import KymoReport
import KymoText

/// The final report of a command that makes a recording out of others.
struct EditResult {
  private let command: String
  private let report: EditReport
  private let output: String
  private var digest: UInt64?
  private var wasInterrupted: Bool

  /// Takes what was made, and where it is.
  init(_ command: String, _ report: EditReport, output: String) {
    self.command = command
    self.report = report
    self.output = output
    wasInterrupted = report.wasStopped
  }

  /// Adds what a replay of it came to.
  mutating func add(_ result: SessionResult, wasInterrupted: Bool) {
    digest = result.digest
    self.wasInterrupted = wasInterrupted
  }

  /// The report for programs.
  var json: JSONText {
    [
      "schema": JSONText("kymograph.\(command)/1"),
      "interrupted": JSONText(wasInterrupted),
      "messages": JSONText(report.messages),
      "sourceMessages": JSONText(report.sourceMessages),
      "first": report.messages > 0 ? JSONText(report.firstTime) : .null,
      "last": report.messages > 0 ? JSONText(report.lastTime) : .null,
      "channels": JSONText(
        report.channels.map { ["topic": JSONText($0.topic), "count": JSONText($0.count)] }
      ),
      "digest": JSONText(digest.map { TraceDigest.text($0) }),
      "differing": JSONText(report.differing.map { JSONText($0) }),
      "attachments": JSONText(report.attachments.map { JSONText($0) }),
      "attachmentsLeftOut": JSONText(report.attachmentsLeftOut.map { JSONText($0) }),
      "lineage": JSONText(report.lineage.map(\.json)),
      "output": JSONText(output),
    ]
  }

  /// The report for people.
  func print(to console: inout Console) {
    let length = Int64(clamping: report.lastTime - report.firstTime)
    console.print(
      "\(output): \(report.messages) messages of \(report.sourceMessages)"
        + (report.messages > 0 ? " in \(console.quantity.duration(nanoseconds: length))" : "")
    )
    var table = TextTable([.left("topic"), .right("messages")])
    for channel in report.channels {
      table.addRow([.text(channel.topic.printable), .integer(Int(clamping: channel.count))])
    }
    if !report.channels.isEmpty { console.print(table) }
    if let digest { console.print("digest    \(TraceDigest.text(digest))") }
    if report.droppedOutputs, digest == nil {
      console.print("left out  trace, replies and digest of the run")
    }
    if !report.differing.isEmpty {
      console.print(
        "differ    \(report.differing.joined(separator: ", ").printable) of the descriptions"
      )
    }
    for name in report.attachments {
      console.print("copied    the attachment \(name.printable), whole")
    }
    for name in report.attachmentsLeftOut {
      console.print("left out  the attachment \(name.printable)")
    }
    console.print("made by   " + LineageStep.text(report.lineage, console.quantity))
  }
}
