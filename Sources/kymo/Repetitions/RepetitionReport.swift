import KymoBench

/// What `kymo bench --repetitions` says to people at the end.
struct RepetitionReport {
  let set: RepetitionSet
  let wanted: Int

  /// The merged figures, and how far those of each run differ.
  func print(to console: inout Console) {
    var merged = TextTable(
      [.left("command"), .right("count")]
        + ["p50", "p90", "p99", "p99.9", "p99.99", "max", "service p99"].map { .right($0) }
    )
    var spreads = TextTable(
      [.left("command")] + ["p50 min", "median", "max"].map { .right($0) }
        + ["p99 min", "median", "max"].map { .right($0) }
    )
    for command in set.commands where command.response.count > 0 {
      let response = command.response
      let times = [
        response.p50, response.p90, response.p99, response.p999, response.p9999, response.max,
        command.service.p99,
      ]
      merged.addRow(
        [.text(command.name), .integer(Int(response.count))] + times.map(Self.cell)
      )
      spreads.addRow([.text(command.name)] + Self.cells(command.p50) + Self.cells(command.p99))
    }
    console.printHeading("response time from when each event was due, all repetitions together")
    console.print(merged)
    console.print("")
    console.printHeading("how far the repetitions differ")
    console.print(spreads)
    console.print("")
    console.print(
      "measured  \(set.repetitions.count) of \(wanted) repetitions, each in a process of its own"
    )
    if let digest = set.repetitions.first?.digest { console.print("digest    \(digest)") }
    if set.reasons.isEmpty { return }
    console.print("INVALID   do not compare these figures: the reasons follow")
  }

  private static func cells(_ spread: RepetitionSpread?) -> [TextCell] {
    [spread?.lowest, spread?.median, spread?.highest].map(cell)
  }

  private static func cell(_ nanoseconds: Int64?) -> TextCell {
    nanoseconds.map { .nanoseconds($0) } ?? .missing
  }
}
