import KymoBench
import KymoCore
import KymoRecording
import KymoText

/// What `kymo bench` says at the end.
struct BenchReport {
  let path: String
  let app: String
  let result: LoadResult
  let digest: TraceDigest
  let counters: [SessionResult.Counter]
  let seed: UInt64?

  /// The report for programs.
  var json: JSONText {
    [
      "schema": "kymograph.bench/1",
      "valid": JSONText(result.valid),
      "reasons": JSONText(result.reasons.map { JSONText("\($0)") }),
      "recording": JSONText(path),
      "app": JSONText(app),
      "arrivals": JSONText("\(result.arrivals)"),
      "seed": seed.map { JSONText($0) } ?? .null,
      "events": JSONText(result.offeredCount),
      "warmUpEvents": JSONText(result.warmUpCount),
      "interrupted": JSONText(result.interrupted),
      "digest": JSONText(TraceDigest.text(digest.total)),
      "offeredRate": JSONText(result.offeredRate),
      "achievedRate": JSONText(result.achievedRate),
      "slipNanoseconds": [
        "p50": JSONText(result.slip.p50), "p99": JSONText(result.slip.p99),
        "max": JSONText(result.slip.max),
      ],
      "drops": JSONText(result.drops.reduce(0) { $0 + $1.count }),
      "dropPlaces": JSONText(
        result.drops.map { ["place": JSONText($0.place.rawValue), "count": JSONText($0.count)] }
      ),
      "timerFloorNanoseconds": JSONText(result.platform.timerFloorNanoseconds),
      "pinned": JSONText(result.platform.generatorIsPinned && result.platform.dispatcherIsPinned),
      "device": .object(counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "commands": JSONText(
        result.commands.map { command in
          [
            "name": JSONText(command.name),
            "count": JSONText(command.count),
            "responseNanoseconds": Self.json(command.response, all: true),
            "serviceNanoseconds": Self.json(command.service, all: false),
            "replies": JSONText(command.reply.count),
            "replyNanoseconds": Self.json(command.reply, all: true),
            "statuses": .object(
              OutcomeStatus.allCases.map {
                JSONMember("\($0)", JSONText(command.statuses[$0]))
              }
            ),
          ]
        }
      ),
    ]
  }

  private static func json(_ summary: LatencySummary, all: Bool) -> JSONText {
    var members = [JSONMember("p50", JSONText(summary.p50))]
    if all { members.append(JSONMember("p90", JSONText(summary.p90))) }
    members.append(JSONMember("p99", JSONText(summary.p99)))
    if !all { members.append(JSONMember("trimmedMean", JSONText(summary.trimmedMean))) }
    if all {
      members.append(JSONMember("p999", JSONText(summary.p999)))
      members.append(JSONMember("p9999", JSONText(summary.p9999)))
      members.append(JSONMember("max", summary.count > 0 ? JSONText(summary.max) : .null))
    }
    return .object(members)
  }

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
    if result.overall.response.count == 0, result.overall.service.count > 0 {
      printCosts(to: &console)
    } else {
      console.printHeading("response time from when each event was due")
      console.print(table)
    }
    printReplies(to: &console)
    printOutcomes(to: &console)
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
    if !counters.isEmpty {
      console.print(
        "device    " + counters.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      )
    }
    console.print("digest    \(TraceDigest.text(digest.total)) over \(digest.count) events")
    if result.valid { return }
    console.print("INVALID   do not compare these figures: the reasons follow")
  }

  /// The handlers' own time, where there was no schedule.
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
      [.left("command"), .right(OutcomeStatus.completed.name)] + others.map { .right($0.name) }
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
