import KymoCore
import KymoHistogram
import KymoText

/// The server's statements about itself.
extension BridgeService {
  /// `GET /status`, for the page: the session, its commands with their latencies, and recordings.
  func statusAnswer() -> HTTPAnswer {
    var commands: [JSONText] = []
    if let session {
      for row in session.counts.indices {
        let count = session.counts[row]
        let total = count.byStatus.reduce(0, +)
        guard total > 0 else { continue }
        let name = session.name(of: CommandID(rawValue: UInt16(row)))
        func value(_ percentile: Double) -> JSONText {
          count.latency.map { JSONText($0.value(atPercentile: percentile)) } ?? .null
        }
        commands.append([
          "name": JSONText(name), "count": JSONText(total),
          "failed": JSONText(
            total - count.byStatus[Int(OutcomeStatus.completed.rawValue)]
              - count.byStatus[Int(OutcomeStatus.exited.rawValue)]
          ),
          "latencyNanoseconds": [
            "p50": value(50), "p90": value(90), "p99": value(99),
            "max": count.latency.map { JSONText($0.max) } ?? .null,
          ],
        ])
      }
    }
    let failure = session?.recordingFailure
    let body: JSONText = [
      "schema": "kymograph.status/1",
      "app": JSONText(session?.info.app ?? ""),
      "time": JSONText(now),
      // What cannot be written any more is not being recorded.
      "recording": JSONText(failure == nil ? session?.info.recording : nil),
      "recordingFailure": JSONText(failure?.reason),
      "recordingLost": failure.map { JSONText($0.lost) } ?? .null,
      "captureFailure": JSONText(session?.info.captureFailure()),
      "canRecord": JSONText(session?.info.canRecord ?? false),
      "recordings": JSONText(
        shared.recordings.map { ["name": JSONText($0.name), "bytes": JSONText($0.bytes)] }
      ),
      "commands": JSONText(commands),
      "samples": JSONText(counts.samples),
      "events": JSONText(log.end),
    ]
    var answer = HTTPAnswer(200, type: "application/json", Array(body.text.utf8))
    answer.add("Cache-Control", "no-store")
    return answer
  }

  /// `GET /metrics`, as OpenMetrics 1.0 has it.
  func metricsAnswer() -> HTTPAnswer {
    counts.settle()
    var text = ""
    func family(_ name: String, _ type: String, _ help: String) {
      text += "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
    }
    family("kymo_http_responses", "counter", "Responses by status.")
    for (status, count) in counts.statuses.sorted(by: { $0.key < $1.key }) {
      text += "kymo_http_responses_total{status=\"\(status)\"} \(count)\n"
    }
    for (name, help, count) in [
      ("kymo_http_connections", "Connections that were opened.", counts.connections),
      ("kymo_http_refused", "Requests that were refused, but for slow ones.", counts.refused),
      ("kymo_http_slow", "Connections closed since a request took too long.", counts.slow),
      (
        "kymo_overflows", "Connections, bodies, commands and samples that found no room.",
        counts.overflows
      ),
      ("kymo_commands", "Commands handed to the dispatcher.", counts.commands),
      ("kymo_samples", "Samples handed to the dispatcher.", counts.samples),
      ("kymo_events", "Replies and pushes for listeners.", counts.events),
    ] {
      family(name, "counter", help)
      text += "\(name)_total \(count)\n"
    }
    family("kymo_in_flight", "gauge", "Events whose outcome is still to come.")
    text += "kymo_in_flight \(session?.inFlight ?? 0)\n"
    family("kymo_listeners", "gauge", "Listeners to events.")
    text += "kymo_listeners \(streams.count)\n"
    if let session {
      family("kymo_command_outcomes", "counter", "Outcomes of this session by command.")
      for (row, count) in session.counts.enumerated() {
        let name = Self.label(session.name(of: CommandID(rawValue: UInt16(row))))
        for status in OutcomeStatus.allCases where count.byStatus[Int(status.rawValue)] > 0 {
          text += "kymo_command_outcomes_total{command=\"\(name)\",outcome=\"\(status.name)\"} "
          text += "\(count.byStatus[Int(status.rawValue)])\n"
        }
      }
      family(
        "kymo_command_latency_seconds",
        "summary",
        "From a command's request to its outcome, in this session."
      )
      for (row, count) in session.counts.enumerated() {
        guard let latency = count.latency else { continue }
        let name = Self.label(session.name(of: CommandID(rawValue: UInt16(row))))
        for (quantile, percentile) in [
          ("0.5", 50.0), ("0.9", 90.0), ("0.99", 99.0), ("1.0", 100.0),
        ] {
          let seconds = Double(latency.value(atPercentile: percentile)) / 1e9
          text +=
            "kymo_command_latency_seconds{command=\"\(name)\",quantile=\"\(quantile)\"} \(seconds)\n"
        }
        text += "kymo_command_latency_seconds_count{command=\"\(name)\"} \(latency.totalCount)\n"
      }
    }
    text += "# EOF\n"
    return HTTPAnswer(
      200,
      type: "application/openmetrics-text; version=1.0.0; charset=utf-8",
      Array(text.utf8)
    )
  }

  private static func label(_ name: String) -> String {
    var text = ""
    for character in name {
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }
}
