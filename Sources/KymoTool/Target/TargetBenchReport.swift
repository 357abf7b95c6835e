import KymoBench
import KymoClient
import KymoText

/// What `kymo bench --target` came to.
struct TargetBenchReport {
  let result: HTTPLoadResult
  let load: TargetLoad

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    let run = result.load
    console.printHeading("response time from when each request was due")
    console.print(run.responseTable)
    console.print("")
    console.print(run.offeredLine(quantity))
    let slip = run.offered.slip
    func text(_ value: Int64?) -> String { value.map { quantity.duration(nanoseconds: $0) } ?? "-" }
    console.print(
      "lateness  p50 \(text(slip.p50))  p99 \(text(slip.p99))  max \(text(slip.count > 0 ? slip.max : nil)), of this client"
    )
    if let line = run.deadlineLine(quantity) { console.print(line) }
    for (name, count) in load.leftOut { console.print("left out  \(count) × \(name)") }
    let statuses = result.statuses.map { "\($0.status) × \($0.count)" }
    console.print("replies   \(statuses.isEmpty ? "none" : statuses.joined(separator: ", "))")
    for error in result.errors {
      console.print("missing   \(error.count) × \(error.first.printable)")
    }
    for drop in run.offered.drops {
      console.print("missing   \(drop.count) × no reply when the run was over")
    }
    console.print(
      "waited    \(result.waited == 0 ? "none" : String(result.waited)) for a connection when they were due, of "
        + "\(result.connections)"
    )
    if result.reopened + result.reopenFailures + result.retried > 0 {
      console.print(
        "reopened  \(result.reopened) connections that the server had closed, failed \(result.reopenFailures) times, "
          + "\(result.retried) requests sent again"
      )
    }
    console.print(
      "measured  \(run.overall.count) requests after a warm-up of \(run.measured.warmUpCount), one thread, "
        + "not pinned; sent \(result.sent) in all, \(quantity.bytes(Int(result.bodyBytes))) of bodies received"
    )
    if let text = run.warmUpText(quantity) { console.print("warm-up   " + text) }
    console.print("client    what follows is of this process, not of the server")
    if let process = run.system.process { console.print(process) }
  }

  /// What is of HTTP alone, for programs.
  var json: JSONText {
    [
      "target": JSONText(load.target.text),
      "connections": JSONText(result.connections),
      "sent": JSONText(result.sent),
      "replies": JSONText(result.replies),
      "bodyBytes": JSONText(result.bodyBytes),
      "statuses": JSONText(
        result.statuses.map { ["status": JSONText($0.status), "count": JSONText($0.count)] }
      ),
      "errors": JSONText(
        result.errors.map {
          [
            "kind": JSONText($0.kind.rawValue), "count": JSONText($0.count),
            "first": JSONText($0.first),
          ]
        }
      ),
      "waited": JSONText(result.waited),
      "reopened": JSONText(result.reopened),
      "reopenFailures": JSONText(result.reopenFailures),
      "retried": JSONText(result.retried),
      "leftOut": JSONText(
        load.leftOut.map { ["name": JSONText($0.name), "count": JSONText($0.count)] }
      ),
    ]
  }
}
