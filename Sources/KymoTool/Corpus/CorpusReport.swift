import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The report of `kymo corpus merge` to people.
struct CorpusReport {
  /// How many lines of one kind are shown.
  private static let shown = 20

  private let summary: CorpusSummary
  private let path: String
  private let tool: String

  /// Shows a summary of the corpus whose manifest is at `path`.
  init(_ summary: CorpusSummary, path: String, tool: String) {
    self.summary = summary
    self.path = path
    self.tool = tool
  }

  /// Prints the verdict, what speaks against it, and the figures.
  func print(to console: inout Console) {
    let manifest = summary.manifest
    console.printHeading("\(summary.verdict.rawValue)  \(path): \(manifest.size)")
    console.print("measured  \(summary.measured) of \(manifest.taskCount) tasks")
    for line in summary.regressions { console.print("REGRESSED  \(line)") }
    printRemarks(to: &console)
    printReplays(to: &console)
    for load in summary.loads { printLoad(load, to: &console) }
    printTimes(to: &console)
    printCounts(to: &console)
    printCoverage(to: &console)
  }

  // MARK: Remarks

  private func printRemarks(to console: inout Console) {
    list("BROKEN", summary.broken, &console)
    list("DIVERGED", summary.diverged, &console)
    list(summary.mayDiffer ? "differs" : "DIVERGED", summary.differing, &console)
    list("MISSING", summary.missing.map { .init(name: $0, text: "") }, &console)
    list("FAILED", summary.failed, &console)
    list("INVALID", summary.invalid, &console)
    list("PARTIAL", summary.partial, &console)
    list("DAMAGED", summary.unreadable, &console)
    list("doubled", summary.doubled, &console)
    list("left out", summary.foreign, &console)
    if let again = summary.tasksToRunAgain { console.print("run again  --task \(again)") }
  }

  private func list(
    _ title: String,
    _ remarks: [CorpusSummary.Remark],
    _ console: inout Console
  ) {
    for remark in remarks.prefix(Self.shown) {
      let text = remark.text.isEmpty ? "" : ": \(remark.text)"
      console.print(
        "\(title)  \(remark.name)\(text)".lines.map(\.printable).joined(separator: "; ")
      )
    }
    if remarks.count > Self.shown {
      console.print("\(title)  and \(remarks.count - Self.shown) more; --format json has all")
    }
  }

  // MARK: Figures

  private func printReplays(to console: inout Console) {
    guard !summary.replays.isEmpty else { return }
    var table = TextTable([
      .left("command"), .left("build"), .right("recordings"), .right("outcomes"), .left("digests"),
    ])
    for replays in summary.replays {
      table.addRow([
        .text(replays.words.joined(separator: " ")), .text(replays.build),
        .integer(replays.recordings), .integer(replays.events),
        replays.digest.map { .text($0) } ?? .missing,
      ])
    }
    console.print("")
    console.print(table)
  }

  private func printLoad(_ load: CorpusLoad, to console: inout Console) {
    let quantity = console.quantity
    console.print("")
    console.printHeading(
      "\(load.build), \(load.words.joined(separator: " ")): \(load.recordings) recordings together"
    )
    console.print(load.union.responseTable)
    console.print(load.union.offeredLine(quantity))
    if !load.union.valid { console.print("INVALID   not all of these figures may be compared") }
    if let busiest = load.busiest {
      let shares = [busiest.othersShare, busiest.stealShare].map {
        NumberText.fixed($0 * 100, decimals: 1) + " %"
      }
      console.print(
        "shared    others took up to \(shares[0]) of a machine, its hypervisor \(shares[1]): "
          + "\(busiest.recording)"
      )
    }
    guard load.recordings > 1, !load.spreads.isEmpty else { return }
    var table = TextTable([
      .left("command"), .left("figure"), .right("recordings"), .right("lowest"), .right("median"),
      .right("highest"), .left("in"),
    ])
    for spread in load.spreads {
      table.addRow([
        .text(spread.command), .text(spread.percentile), .integer(spread.recordings),
        .nanoseconds(spread.range.lowest), .nanoseconds(spread.range.median),
        .nanoseconds(spread.range.highest), .text(spread.worst),
      ])
    }
    console.printHeading("how far single recordings differ")
    console.print(table)
  }

  private func printTimes(to console: inout Console) {
    guard !summary.times.isEmpty else { return }
    let names = summary.manifest.builds.map(\.name)
    var table = TextTable([
      .left("command"), .left("figure"), .right("change"), .right("from"), .right("to"),
      .right("pairs"),
    ])
    for change in summary.times {
      let interval = change.interval
      table.addRow([
        .text(change.command), .text(change.percentile),
        Self.percent(interval?.ratio), Self.percent(interval?.low), Self.percent(interval?.high),
        .integer(change.pairs),
      ])
    }
    console.print("")
    console.printHeading("times of \(names[1]) beside \(names[0]), recording by recording")
    console.print(table)
    if summary.times.contains(where: { $0.interval == nil }) {
      let least = SignTest.minimumCount(error: CorpusTimes.error)
      console.print("not known  - : bounds take \(least) valid pairs on equal machines")
    }
    let setAside = summary.times.map(\.setAside).max() ?? 0
    if setAside > 0 { console.print("set aside  \(setAside) pairs from machines that differ") }
    if summary.threshold == nil {
      console.print(
        "not judged  pairs had different neighbours; '\(tool) gate' measures in turns, and "
          + "--threshold judges these"
      )
    }
  }

  private func printCounts(to console: inout Console) {
    guard !summary.counts.isEmpty else { return }
    let names = summary.manifest.builds.map(\.name)
    var table = TextTable([
      .left("command"), .left("counted"), .right("events"), .right(names[0]), .right(names[1]),
      .right("change"),
      .right("regressed in"), .left("most in"),
    ])
    for change in summary.counts {
      table.addRow([
        .text(change.command), .text(change.figure), .integer(change.total.events),
        change.total.base.map { .integer(Int($0)) } ?? .missing,
        change.total.head.map { .integer(Int($0)) } ?? .missing,
        Self.percent(change.total.ratio),
        .text("\(change.regressed.count) of \(change.recordings)"), .text(change.worst ?? ""),
      ])
    }
    console.print("")
    console.printHeading("counts over all counted events of all recordings")
    console.print(table)
  }

  private func printCoverage(to console: inout Console) {
    console.print("")
    for app in summary.coverage {
      let occurring = app.commands.count - app.uncovered.count
      var line = "coverage  \(occurring) of \(app.commands.count) commands of \(app.app) occur"
      if !app.uncovered.isEmpty { line += "; never: \(app.uncovered.joined(separator: ", "))" }
      console.print(line.printable)
    }
  }

  private static func percent(_ ratio: Double?) -> TextCell {
    guard let ratio else { return .missing }
    let change = (ratio - 1) * 100
    return .text("\(change < 0 ? "" : "+")\(NumberText.fixed(change, decimals: 1)) %")
  }
}

extension CorpusManifest {
  /// How much there is to do, in words.
  var size: String {
    func counted(_ count: Int, _ word: String) -> String {
      "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return counted(recordings.count, "recording") + " × " + counted(builds.count, "build") + " × "
      + counted(commands.count, "command")
  }
}

extension String {
  /// Its lines.
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
