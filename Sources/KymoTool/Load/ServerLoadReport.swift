import KymoBench
import KymoClient
import KymoCommandLine
import KymoText

/// The report on a run of `kymo load`.
struct ServerLoadReport {
  let result: HTTPLoadResult
  let load: ServerRequests

  /// The report for people.
  func print(to console: inout Console) {
    let quantity = console.quantity
    let run = result.load
    console.printHeading("response time from when each request was due")
    console.print(run.responseTable)
    console.print("")
    console.print(run.offeredLine(quantity, of: "requests"))
    console.print("lateness  \(run.slipText(quantity)), of this client")
    if let line = run.deadlineLine(quantity) { console.print(line) }
    for (name, count) in load.leftOut { console.print("left out  \(count) × \(name)") }
    let statuses = result.statuses.map { "\($0.status) × \($0.count)" }
    console.print("replies   \(statuses.isEmpty ? "none" : statuses.joined(separator: ", "))")
    let refused = result.statuses.reduce(0) { $0 + ($1.status >= 400 ? $1.count : 0) }
    if refused > 0 {
      console.print(
        "refused   \(refused) of \(result.replies) replies are of 400 or above"
          + (refused == result.replies ? ": these are the times of refusals" : "")
      )
    }
    result.failures.print("missing   ", to: &console) { name($0) }
    if result.unanswered > 0 {
      console.print("missing   \(result.unanswered) × sent, and no reply when the run was over")
    }
    if result.neverSent > 0 {
      console.print(
        "missing   \(result.neverSent) × never sent: they waited for a connection until the run was over"
      )
    }
    console.print(
      "waited    \(result.waited == 0 ? "none" : String(result.waited)) for a connection when they were due, of "
        + "\(result.connections)"
    )
    if !result.reopened.isEmpty || result.retried > 0 {
      console.print(
        "reopened  \(result.reopened.total) connections"
          + (result.reopened.isEmpty ? "" : ": \(result.reopened.text)")
          + "; \(result.retried) requests sent again"
      )
    }
    result.reopenFailures.print("unopened  ", counting: .connections, to: &console) {
      "connection \($0.connection)"
    }
    console.print(
      "measured  \(run.overall.count) requests after a warm-up of \(run.measured.warmUpCount), one thread, "
        + "not pinned; sent \(result.sent) in all, \(quantity.bytes(Int(result.bodyBytes))) of bodies received"
    )
    if let text = run.warmUpText(quantity) { console.print("warm-up   " + text) }
    console.print("client    what follows is of this process, not of the server")
    if let process = run.system.process { console.print(process) }
  }

  /// Returns the name of a request.
  private func name(_ entry: ClientFailures.Entry) -> String {
    "request \(entry.request) of the plan, \(load.list.command(entry.request)), on connection "
      + "\(entry.connection)"
  }

  /// The part that is of HTTP alone, for programs.
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
      "errors": result.failures.json { name($0) },
      "neverSent": JSONText(result.neverSent),
      "unanswered": JSONText(result.unanswered),
      "waited": JSONText(result.waited),
      "reopened": JSONText(result.reopened.total),
      "reopenedAfter": result.reopened.json,
      "reopenFailures": JSONText(result.reopenFailures.total),
      "reopenErrors": result.reopenFailures.json { "connection \($0.connection)" },
      "retried": JSONText(result.retried),
      "leftOut": JSONText(
        load.leftOut.map { ["name": JSONText($0.name), "count": JSONText($0.count)] }
      ),
    ]
  }
}
