import KymoCapture
import KymoCommandLine
import KymoHTTP
import KymoHistogram
import KymoText
import KymoTraffic

extension CaptureSurvey {
  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    console.printHeading(path)
    console.print(
      "packets    \(extractor.packets) in \(quantity.duration(nanoseconds: durationNanoseconds)), "
        + linkName
    )
    console.print(
      "exchanges  \(exchanges) (\(complete) whole) on \(extractor.connections) connections"
    )
    if latencies.totalCount > 0 {
      let times = [50, 99].map {
        "p\($0) " + quantity.duration(nanoseconds: latencies.value(atPercentile: Double($0)))
      }
      console.print(
        "latency    \(times.joined(separator: ", ")), max "
          + quantity.duration(nanoseconds: latencies.max)
      )
    }
    printCounts("methods", sortedMethods.map { ($0.name.printable, $0.count) }, &console)
    printCounts(
      "statuses",
      sortedStatuses.map { ($0.status > 0 ? String($0.status) : "none", $0.count) },
      &console
    )
    printCounts("unanswered", sortedAbsences.map { ($0.absence.rawValue, $0.count) }, &console)
    let counts = extractor.counts
    printCounts("not read", counts.unreadPackets.map { ($0.kind.description, $0.count) }, &console)
    printTrouble(counts, &console)
    for exchange in list { console.print(Self.line(exchange, quantity)) }
  }

  private func printTrouble(_ counts: CaptureCounts, _ console: inout Console) {
    if !counts.noticed.isEmpty {
      var table = TextTable([.left("noticed"), .right("count")])
      for (note, count) in counts.noticed {
        table.addRow([.text(note.rawValue), .integer(Int(clamping: count))])
      }
      console.print("")
      console.print(table)
    }
    for hole in extractor.holes.prefix(Self.shownEvents) {
      console.print(
        "hole       \(hole.length) bytes of the \(hole.isFromClient ? "client" : "server") of connection "
          + "\(hole.connection), from byte \(hole.offset) on"
      )
    }
    for difference in extractor.differences.prefix(Self.shownEvents) {
      console.print(
        "overlap    packet \(difference.packet) of connection \(difference.connection): byte "
          + "\(difference.offset) is \(difference.first), and came again as \(difference.later)"
      )
    }
    for finding in extractor.findings.prefix(Self.shownEvents) {
      let exchange = finding.exchange.map { ".\($0)" } ?? ""
      console.print(
        "doubt      \(finding.note.rawValue): the \(finding.isFromClient ? "client" : "server") of "
          + "\(finding.connection)\(exchange), at byte \(finding.offset)"
      )
    }
    let named = CaptureNote.allCases.filter {
      $0.isFinding || $0 == .hole || $0 == .differingOverlap
    }
    let hidden =
      named.reduce(0) { $0 + counts[$1] }
      - UInt64(min(extractor.holes.count, Self.shownEvents))
      - UInt64(min(extractor.differences.count, Self.shownEvents))
      - UInt64(min(extractor.findings.count, Self.shownEvents))
    if hidden > 0 { console.print("           and \(hidden) more; --format json names them") }
  }

  /// How many holes, how many overlaps, and how many findings are shown to people.
  private static let shownEvents = 10

  private func printCounts(
    _ title: String,
    _ counts: [(name: String, count: UInt64)],
    _ console: inout Console
  ) {
    guard !counts.isEmpty else { return }
    let padding = String(repeating: " ", count: max(1, 11 - title.count))
    let text = counts.map { "\($0.name) × \($0.count)" }.joined(separator: ", ")
    console.print(title + padding + text)
  }

  private static func line(_ exchange: HTTPExchange, _ quantity: QuantityText) -> String {
    let request = exchange.request
    let start = "  \(exchange.connection).\(exchange.number)  \(request.method) \(request.target)"
    let missing =
      request.isBehindDoubt
      ? ", request in doubt" : request.isComplete ? "" : ", request not whole"
    guard let reply = exchange.reply else {
      return "\(start.printable)  \(exchange.absence?.rawValue ?? "no reply")\(missing)"
    }
    let time = exchange.latency.map { ", " + quantity.duration(nanoseconds: $0) } ?? ""
    let rest = reply.isComplete ? missing : missing + ", reply not whole"
    let body = reply.body
    let count = body.holes.isEmpty ? "" : "\(body.capturedLength) of "
    return "\(start.printable)  \(reply.status), \(count)\(body.length) bytes\(time)\(rest)"
  }
}
