import KymoBench
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoReport
import KymoText

/// The final report of `kymo bench` for people, in its ``BenchFrame``; programs read the exports.
struct BenchReport {
  let result: LoadResult
  let digest: TraceDigest
  let counted: CountedByApp
  /// The losses of the recording, before or while it was made.
  let losses: [SessionResult.Loss]

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    if result.overall.response.count == 0, result.overall.service.count > 0 {
      printCosts(to: &console)
    } else {
      console.printHeading("response time from when each event was due")
      console.print(result.responseTable)
    }
    printReplies(to: &console)
    StageTable(commands: result.commands).print(to: &console)
    StreamTable(commands: result.commands).print(to: &console)
    printOutcomes(to: &console)
    TailTable.print(result, to: &console)
    console.print("")
    console.print(result.offeredLine(quantity))
    if result.offered.slip.count > 0 {
      console.print(
        "slip      p50 \(text(result.offered.slip.p50, quantity))  p99 \(text(result.offered.slip.p99, quantity))  "
          + "max \(quantity.duration(nanoseconds: result.offered.slip.max))"
      )
    }
    if let line = result.deadlineLine(quantity) { console.print(line) }
    let drops = result.offered.drops.map { "\($0.count) (\($0.place.rawValue))" }
    console.print("drops     \(drops.isEmpty ? "none" : drops.joined(separator: ", "))")
    for loss in losses {
      console.print("lost      \(loss.count) at \(loss.place.printable), so not in the recording")
    }
    var measured =
      "measured  \(result.overall.count) events after a warm-up of \(result.measured.warmUpCount), "
    measured += result.platform.generatorIsPinned ? "threads pinned" : "threads not pinned"
    if result.platform.timerFloorNanoseconds > 0 {
      let look = NumberText.fixed(result.platform.timerFloorNanoseconds, decimals: 1)
      measured += ", reading the clock costs \(look) ns"
    }
    if let cost = result.platform.measuringNanoseconds {
      measured += ", measuring an event \(NumberText.fixed(cost, decimals: 1)) ns"
    }
    console.print(measured)
    if result.measured.sampleInterval > 1 {
      console.print(
        "sampled   1 in \(result.measured.sampleInterval): \(result.overall.service.count) events were timed, "
          + "the others counted"
      )
    }
    if let text = result.warmUpText(quantity) { console.print("warm-up   " + text) }
    console.print(counted)
    if let process = result.system.process { console.print(process) }
    console.print("digest    \(TraceDigest.text(digest.total)) over \(digest.count) events")
  }

  /// Prints the costs of events, where there was no schedule.
  private func printCosts(to console: inout Console) {
    var table = TextTable(
      [.left("command"), .right("count")]
        + ["p50", "p99", "mean without extremes"].map { .right($0) }
    )
    for command in result.commands where command.count > 0 {
      let service = command.service
      table.addRow(
        [.text(command.name), .integer(Int(command.count))]
          + [service.p50, service.p99].map { $0.map { .nanoseconds($0) } ?? .missing }
          + [service.trimmedMean.map { .text("\(NumberText.significant($0)) ns") } ?? .missing]
      )
    }
    console.printHeading("service time, events back to back")
    console.print(table)
  }

  /// The times to replies, where commands have them.
  private func printReplies(to console: inout Console) {
    let replying = result.commands.filter { $0.reply.count > 0 }
    guard !replying.isEmpty else { return }
    var table = TextTable(
      [.left("request"), .right("replies")] + ["p50", "p90", "p99", "max"].map { .right($0) }
    )
    for command in replying {
      let reply = command.reply
      table.addRow(
        [.text(command.name), .integer(Int(reply.count))]
          + [reply.p50, reply.p90, reply.p99, reply.max].map {
            $0.map { .nanoseconds($0) } ?? .missing
          }
      )
    }
    console.print("")
    console.printHeading("from when each request was due to the reply that names it")
    console.print(table)
  }

  /// How requests ended, where they did not all complete.
  private func printOutcomes(to console: inout Console) {
    let others = OutcomeStatus.allCases.filter { status in
      status != .completed && result.overall.statuses[status] > 0
    }
    guard !others.isEmpty else { return }
    var table = TextTable(
      [.left("command"), .right(OutcomeStatus.completed.name)] + others.map { .right($0.heading) }
    )
    for command in result.commands where command.count > 0 {
      table.addRow(
        [.text(command.name)]
          + ([.completed] + others).map { .integer(Int(command.statuses[$0])) }
      )
    }
    console.print("")
    console.print(table)
  }

  private func text(_ nanoseconds: Int64?, _ quantity: QuantityText) -> String {
    nanoseconds.map { quantity.duration(nanoseconds: $0) } ?? "-"
  }
}
