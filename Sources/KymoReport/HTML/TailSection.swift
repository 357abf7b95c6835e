import KymoBench
import KymoText

/// The slowest events, each with what was going on.
struct TailSection {
  let events: [TailEvent]
  let hiccups: HiccupReport?
  let stalls: TailStalls?

  /// The section; nothing if nobody asked for the tail.
  static func html(_ result: LoadResult) -> String {
    guard let events = result.measured.tail, !events.isEmpty else { return "" }
    return TailSection(
      events: events,
      hiccups: result.system.hiccups,
      stalls: result.measured.stalls
    ).html
  }

  private var html: String {
    var table = HTMLTable(
      "The slowest events",
      ["event", "at", "response", "service", "queue", "waiting", "switches", "faults", "steal"]
        + ["hiccup", "cause", "around"]
    )
    for (place, event) in events.enumerated() { table.rows.append(row(place + 1, event)) }
    let columns = HTMLText.note(
      "Queue: how many events the dispatcher took at once with it. Waiting: how many "
        + "were due when it was done. Switches, page faults and steal are those of the process and of the "
        + "machine from the look of the hiccup thread before the event was due to the one after it was "
        + "done."
    )
    return HTMLText.section("Tail", stallList + table.html + columns + note)
  }

  private var stallList: String {
    guard let lines = stalls?.lines({ QuantityLabel.time($0) }), let first = lines.first else {
      return ""
    }
    let items = lines.dropFirst().map { "<li>\(HTMLText.escaped($0))</li>" }
    return "<p>\(HTMLText.escaped(first))</p>\n"
      + (items.isEmpty ? "" : "<ul class=\"remarks\">\(items.joined())</ul>\n")
  }

  private func row(_ rank: Int, _ event: TailEvent) -> [String] {
    let counters = event.counters
    let name = event.index.map { "#\($0)" } ?? "raised"
    let cause = event.cause.text { QuantityLabel.time($0) }
    return [
      "\(rank) \(HTMLText.name(event.command)) <small>\(name)</small>",
      "\(NumberText.fixed(Double(event.dueNanoseconds) / 1e9, decimals: 6)) s",
      QuantityLabel.time(event.responseNanoseconds),
      QuantityLabel.time(event.serviceNanoseconds),
      NumberText.grouped(event.queuedCount),
      event.waitingCount.map { NumberText.grouped($0) } ?? QuantityLabel.missing,
      count(counters?.involuntarySwitches),
      count(counters?.faults),
      QuantityLabel.time(counters?.stealNanoseconds),
      QuantityLabel.time(event.hiccupNanoseconds),
      HTMLText.name(cause),
      around(event),
    ]
  }

  /// The events around, with their distance in time.
  private func around(_ event: TailEvent) -> String {
    event.around.map { neighbour in
      let distance = neighbour.dueNanoseconds - event.dueNanoseconds
      return "\(HTMLText.name(neighbour.command)) <span class=\"by\">"
        + "\(distance < 0 ? "" : "+")\(QuantityLabel.time(distance))</span>"
    }.joined(separator: " ")
  }

  private func count(_ value: Int64?) -> String {
    value.map { NumberText.grouped(Int(clamping: $0)) } ?? QuantityLabel.missing
  }

  private var note: String {
    guard let hiccups else { return "" }
    return HTMLText.note(HTMLText.escaped(hiccups.text { QuantityLabel.time($0) }))
  }
}
