import KymoCommandLine
import KymoRecording
import KymoText

/// The report of `kymo diff` for people.
struct DiffText {
  private let report: DiffReport
  private let names: [String]
  private let tolerance: DiffTolerance

  /// How many pairs of metadata are shown.
  private static var shownPairs: Int { 20 }

  /// Takes a report, and the names of the files.
  init(_ report: DiffReport, _ names: [String], _ tolerance: DiffTolerance) {
    self.report = report
    self.names = names
    self.tolerance = tolerance
  }

  /// Prints it: the first difference, the channels, the fields, and what was compared.
  func print(to console: inout Console) {
    if let first = report.first { print(first, to: &console) }
    printChannels(to: &console)
    printFields("field", { $0.fields }, to: &console)
    printFields("may differ", { $0.toleratedFields }, to: &console)
    printPairs("metadata", report.metadata, to: &console)
    printPairs("attachment", report.attachments, to: &console)
    let pairs = report.metadataCount == 1 ? "1 pair" : "\(report.metadataCount) pairs"
    let files =
      report.attachmentCount == 1 ? "1 attachment" : "\(report.attachmentCount) attachments"
    console.print("compared  \(report.messageCount) messages, \(pairs) of metadata, \(files)")
    if report.unnumbered > 0 {
      console.print(
        "          \(report.unnumbered) of them without their numbers: one before them is missing or extra"
      )
    }
    if !tolerance.ignored.isEmpty {
      console.print("ignored   \(tolerance.ignored.sorted().joined(separator: ", ").printable)")
    }
    console.print(verdict)
  }

  private var verdict: String {
    if report.wasStopped { return "stopped   before the end; nothing is known of the rest" }
    if !report.isEqual { return "DIFFERENT" }
    return report.isIdentical ? "equal" : "equal within the tolerances"
  }

  private func print(_ first: DiffReport.First, to console: inout Console) {
    let seconds = NumberText.shortest(Double(first.time - min(first.time, report.start)) / 1e9)
    let number = first.numbers.first ?? first.numbers.second ?? 0
    let step = first.step.map { ", step \($0)" } ?? ""
    let place = "at \(seconds) s, message \(number) of \(first.topic)\(step)".printable
    guard let values = first.values, let field = first.field else {
      let only = first.numbers.second == nil ? 0 : 1
      console.print("first difference \(place): only \(names[only]) has it")
      return
    }
    console.print("first difference \(place), in \(field.printable)")
    for (name, value) in zip(names, [values.first, values.second]) {
      console.print("  \(name): \(value)".printable)
    }
  }

  private func printChannels(to console: inout Console) {
    let shown = report.channels.filter { !$0.isEqual || !$0.toleratedFields.isEmpty }
    guard !shown.isEmpty else { return }
    var table = TextTable(
      [.left("topic"), .right("equal"), .right("differ"), .right("only in 1"), .right("only in 2")]
    )
    for channel in shown {
      let counts = [
        channel.equal, channel.changed + channel.tolerated, channel.missing, channel.extra,
      ]
      table.addRow(
        [.text(channel.topic.printable)] + counts.map { .integer(Int(clamping: $0)) }
      )
    }
    console.print(table)
    for channel in shown {
      guard let side = channel.onlySide else { continue }
      let name = names[side == .first ? 0 : 1]
      console.print("only \(name) has the channel \(channel.topic)".printable)
    }
  }

  private func printFields(
    _ title: String,
    _ fields: (DiffReport.Channel) -> [FieldDifference],
    to console: inout Console
  ) {
    var table = TextTable([.left(title), .right("differ"), .right("largest distance")])
    var isEmpty = true
    for channel in report.channels {
      for field in fields(channel) {
        isEmpty = false
        table.addRow([
          .text("\(channel.topic) \(field.path)".printable),
          .integer(Int(clamping: field.count)),
          field.largest.map { .text(NumberText.shortest($0)) } ?? .missing,
        ])
      }
    }
    if !isEmpty { console.print(table) }
  }

  private func printPairs(
    _ title: String,
    _ pairs: [DiffReport.Pair],
    to console: inout Console
  ) {
    for pair in pairs.prefix(Self.shownPairs) {
      let values = [pair.first, pair.second].map { $0.map { "\"\($0)\"" } ?? "nothing" }
      console.print("\(title) \(pair.name): \(values[0]), and \(values[1])".printable)
    }
    if pairs.count > Self.shownPairs {
      console.print("and \(pairs.count - Self.shownPairs) more; --format json names them")
    }
  }
}
