import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The final report of `kymo bench --repetitions` to people.
struct RepetitionReport {
  /// All repetitions together.
  let result: LoadResult
  /// Each of them.
  let set: RepetitionSet

  /// The merged figures, and how far those of each run differ.
  func print(to console: inout Console) {
    let quantity = console.quantity
    var merged = TextTable(
      [.left("command"), .right("count")]
        + ["p50", "p90", "p99", "p99.9", "p99.99", "max", "service p99"].map { .right($0) }
        + (result.measured.deadlineNanoseconds == nil ? [] : [.right("missed")])
    )
    var spreads = TextTable(
      [.left("command")] + ["p50 min", "median", "max"].map { .right($0) }
        + ["p99 min", "median", "max"].map { .right($0) }
    )
    for command in result.commands where command.response.count > 0 {
      let response = command.response
      let times = [
        response.p50, response.p90, response.p99, response.p999, response.p9999, response.max,
        command.service.p99,
      ]
      var cells: [TextCell] = [.text(command.name), .integer(Int(response.count))]
      cells += times.map(Self.cell)
      if let missed = command.missedDeadlines { cells.append(.integer(Int(missed))) }
      merged.addRow(cells)
      spreads.addRow(
        [.text(command.name)]
          + Self.cells(set.spread(of: command.name) { $0.response.p50 })
          + Self.cells(set.spread(of: command.name) { $0.response.p99 })
      )
    }
    console.printHeading("response time from when each event was due, all repetitions together")
    console.print(merged)
    StageTable(commands: result.commands).print(to: &console)
    StreamTable(commands: result.commands).print(to: &console)
    console.print("")
    console.printHeading("how far the repetitions differ")
    console.print(spreads)
    console.print("")
    console.print(result.offeredLine(quantity))
    if let line = result.deadlineLine(quantity) { console.print(line) }
    console.print(
      "measured  \(set.all.count) of \(set.wanted) repetitions, each in a process of its own"
    )
    if let digest = set.all.first?.digest { console.print("digest    \(digest)") }
  }

  private static func cells(_ spread: RepetitionSpread?) -> [TextCell] {
    [spread?.lowest, spread?.median, spread?.highest].map(cell)
  }

  private static func cell(_ nanoseconds: Int64?) -> TextCell {
    nanoseconds.map { .nanoseconds($0) } ?? .missing
  }
}
