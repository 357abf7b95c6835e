import KymoBench
import KymoRecording
import KymoText

/// What `kymo bench` says to people at the end; what it says to programs are the exports.
struct BenchReport {
  let result: LoadResult
  let digest: TraceDigest

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    var table = TextTable(
      [.left("command"), .right("count")]
        + ["p50", "p90", "p99", "p99.9", "p99.99", "max"].map { .right($0) }
        + [.right("service p99")]
    )
    for command in result.commands where command.count > 0 {
      let response = command.response
      let percentiles = [
        response.p50, response.p90, response.p99, response.p999, response.p9999, response.max,
      ]
      table.addRow(
        [.text(command.name), .integer(Int(command.count))]
          + percentiles.map { $0.map { .nanoseconds($0) } ?? .missing }
          + [command.service.p99.map { .nanoseconds($0) } ?? .missing]
      )
    }
    console.printHeading("response time from when each event was due")
    console.print(table)
    console.print("")
    console.print(
      "offered   \(quantity.rate(result.offeredRate, of: "events")), achieved "
        + quantity.rate(result.achievedRate, of: "events")
    )
    console.print(
      "slip      p50 \(text(result.slip.p50, quantity))  p99 \(text(result.slip.p99, quantity))  "
        + "max \(quantity.duration(nanoseconds: result.slip.max))"
    )
    let drops = result.drops.map { "\($0.count) (\($0.place.rawValue))" }
    console.print("drops     \(drops.isEmpty ? "none" : drops.joined(separator: ", "))")
    console.print(
      "measured  \(result.overall.count) events after a warm-up of \(result.warmUpCount), "
        + (result.platform.generatorIsPinned ? "threads pinned" : "threads not pinned")
        + ", reading the clock costs "
        + "\(NumberText.fixed(result.platform.timerFloorNanoseconds, decimals: 1)) ns"
    )
    console.print("digest    \(TraceDigest.text(digest.total)) over \(digest.count) events")
    if result.valid { return }
    console.print("INVALID   do not compare these figures: the reasons follow")
  }

  private func text(_ nanoseconds: Int64?, _ quantity: QuantityText) -> String {
    nanoseconds.map { quantity.duration(nanoseconds: $0) } ?? "-"
  }
}
