import KymoBench
import KymoCapture
import KymoClient
import KymoCommandLine
import KymoHistogram
import KymoHTTP
import KymoText
import KymoTraffic

/// The report of `kymo send`.
struct SendReport {
  let path: String
  let target: HTTPTarget
  let speed: String
  let requests: CapturedRequests
  let result: HTTPReplayResult
  let comparison: ReplyDifferences
  let ignored: [String]

  /// How many requests were sent, wholly or in part, and have a reply or the reason why there is none.
  var sent: Int { result.exchanges.count(where: \.wasSent) }

  /// How many were not sent, as the replay ended before.
  var notSent: Int {
    result.exchanges.count { if case .notSent = $0.outcome { true } else { false } }
  }

  /// How many could not be sent.
  var neverSent: Int { result.exchanges.count - sent - notSent }

  /// How many went twice.
  var retried: Int { result.exchanges.count(where: \.wasRetried) }

  /// The exit status.
  var status: ExitStatus {
    if result.wasInterrupted { return .partial }
    if comparison.differing > 0 || comparison.failed > 0 { return .diverged }
    let isWhole = comparison.notCompared.isEmpty && requests.leftOut.isEmpty
    return isWhole ? .success : .partial
  }

  /// Returns the name of a request.
  func name(_ entry: ClientFailures.Entry) -> String {
    let exchange = requests.exchanges[entry.request]
    return "\(exchange.connection).\(exchange.number)  \(exchange.request.method) "
      + "\(exchange.request.target) on connection \(entry.connection)"
  }

  // MARK: Times

  /// From the request to the first byte of the reply, in the capture and now, of the exchanges that have
  /// both.
  var latencies: (captured: LatencySummary, now: LatencySummary) {
    let histograms = (LoadRun.makeHistogram(), LoadRun.makeHistogram())
    for (index, exchange) in requests.exchanges.enumerated() {
      guard let captured = exchange.latency, let now = result.exchanges[index].latency else {
        continue
      }
      histograms.0.record(captured)
      histograms.1.record(now)
    }
    return (LatencySummary(histograms.0), LatencySummary(histograms.1))
  }

  /// How late requests were sent, as far as the sender is to blame; without a speed nothing is late.
  var lateness: LatencySummary {
    summary { $0.sent > 0 ? $0.lateness : nil }
  }

  /// How long those waited that had to wait for a reply beyond their time.
  var held: LatencySummary {
    summary { $0.held > 0 ? $0.held : nil }
  }

  private func summary(_ time: (ReplayedExchange) -> Int64?) -> LatencySummary {
    let histogram = LoadRun.makeHistogram()
    if speed != "max" {
      for exchange in result.exchanges {
        guard exchange.wasSent else { continue }
        if let time = time(exchange) { histogram.record(time) }
      }
    }
    return LatencySummary(histogram)
  }

  // MARK: For people

  func print(to console: inout Console) {
    let quantity = console.quantity
    console.printHeading("\(path) → \(target.text)")
    let pace = speed == "max" ? "as fast as replies came" : "at \(speed) times the speed"
    console.print(
      "requests   \(sent) sent of \(requests.count) exchanges, \(pace), in "
        + quantity.duration(nanoseconds: result.nanoseconds)
    )
    console.print(
      "connected  \(result.connections) connections, \(result.openAtOnce) at a time at most"
        + (result.reopened.isEmpty
          ? "" : ", \(result.reopened.total) made again: \(result.reopened.text)")
    )
    if requests.servers > 1 {
      console.print(
        "note       the capture has \(requests.servers) servers; all requests went to one"
      )
    }
    for (name, count) in requests.leftOut {
      console.print("left out   \(count) × \(name)")
    }
    if notSent > 0 { console.print("not sent   \(notSent), as the replay ended before") }
    if retried > 0 {
      console.print("retried    \(retried), as the server had just closed the connection")
    }
    printComparison(to: &console)
    for count in result.map.counts {
      console.print(
        "map        \(count.rule.text.printable): \(count.found) of \(count.recorded) values have a new one, "
          + "put into requests \(count.replaced) times"
          + (count.kept > 0 ? ", missing \(count.kept) times" : "")
      )
    }
    printTimes(to: &console)
  }

  private func printComparison(to console: inout Console) {
    console.print(
      "replies    \(comparison.equal) equal, \(comparison.differing) different, \(comparison.failed) missing"
        + (neverSent > 0 ? ", \(neverSent) of them never sent" : "")
    )
    for (name, count) in comparison.notCompared {
      console.print("           \(count) not compared: \(name)")
    }
    let passed = HopByHop.Message.reply.names.joined(separator: ", ")
    console.print("           header fields that are not compared: \(passed)")
    if !ignored.isEmpty {
      console.print("           ignored: \(ignored.joined(separator: ",").printable)")
    }
    result.failures.print("missing    ", to: &console) { name($0) }
    for (pair, count) in comparison.statuses.sorted(by: { $0.key < $1.key })
    where pair.captured != pair.actual {
      console.print("status     \(pair.actual) instead of \(pair.captured) × \(count)")
    }
    for (place, count) in comparison.places {
      console.print("differs    \(place.printable) × \(count)")
    }
    guard let first = comparison.first else { return }
    console.print("first      \(first.connection).\(first.number)  \(first.request.printable)")
    console.print("expected   \(Self.text(first.expected))")
    console.print("actual     \(first.actual.map { Self.text($0) } ?? first.failure ?? "nothing")")
  }

  private static func text(_ reply: ReplyDifferences.Shown) -> String {
    let fields = reply.fields.map { "\($0.name): \($0.value)" }
    let parts = [reply.status > 0 ? String(reply.status) : "no status"] + fields
    return (parts + (reply.body.map { [$0] } ?? [])).joined(separator: "  ").printable
  }

  private func printTimes(to console: inout Console) {
    let quantity = console.quantity
    let latencies = latencies
    var table = TextTable(
      [.left("first byte after"), .right("count")]
        + ["p50", "p90", "p99", "max"].map { .right($0) }
    )
    for (name, summary) in [("captured", latencies.captured), ("now", latencies.now)] {
      let values = [summary.p50, summary.p90, summary.p99, summary.count > 0 ? summary.max : nil]
      table.addRow(
        [.text(name), .integer(Int(summary.count))]
          + values.map { $0.map { .nanoseconds($0) } ?? .missing }
      )
    }
    console.print("")
    console.print(table)
    guard speed != "max" else { return }
    func text(_ value: Int64?) -> String { value.map { quantity.duration(nanoseconds: $0) } ?? "-" }
    let late = lateness
    console.print(
      "lateness   p50 \(text(late.p50))  p99 \(text(late.p99))  max \(text(late.count > 0 ? late.max : nil))"
    )
    let held = held
    if held.count > 0 {
      console.print(
        "held up    \(held.count) requests by replies that were not there yet, \(text(held.max)) at most"
      )
    }
  }
}
