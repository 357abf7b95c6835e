import KymoBench
import KymoCapture
import KymoClient
import KymoHTTP
import KymoText
import KymoTraffic

extension SendReport {
  /// The report for programs.
  var json: JSONText {
    let latencies = latencies
    let held = held
    return [
      "schema": "kymograph.send/1",
      "capture": JSONText(path),
      "target": JSONText(target.text),
      "speed": JSONText(speed),
      "exchanges": JSONText(requests.count),
      "sent": JSONText(sent),
      "notSent": JSONText(notSent),
      "neverSent": JSONText(neverSent),
      "interrupted": JSONText(result.wasInterrupted),
      "diverged": JSONText(comparison.differing > 0 || comparison.failed > 0),
      "equal": JSONText(comparison.equal),
      "different": JSONText(comparison.differing),
      "missing": JSONText(comparison.failed),
      "notCompared": list(comparison.notCompared, "name"),
      "leftOut": list(requests.leftOut, "name"),
      "fields": list(comparison.places, "path"),
      "ignored": JSONText(ignored.map { JSONText($0) }),
      "headersNotCompared": JSONText(HopByHop.Message.reply.names.map { JSONText($0) }),
      "statuses": JSONText(
        comparison.statuses.sorted { $0.key < $1.key }.map { pair, count in
          [
            "captured": JSONText(pair.captured), "actual": JSONText(pair.actual),
            "count": JSONText(count),
          ]
        }
      ),
      "errors": result.failures.json { name($0) },
      "firstDifference": first,
      "map": JSONText(
        result.map.counts.map {
          [
            "rule": JSONText($0.rule.text), "recorded": JSONText($0.recorded),
            "found": JSONText($0.found), "replaced": JSONText($0.replaced),
            "missing": JSONText($0.kept),
          ]
        }
      ),
      "connections": JSONText(result.connections),
      "connectionsAtOnce": JSONText(result.openAtOnce),
      "reopened": JSONText(result.reopened.total),
      "reopenedAfter": result.reopened.json,
      "retried": JSONText(retried),
      "servers": JSONText(requests.servers),
      "durationNanoseconds": JSONText(result.nanoseconds),
      "latencyNanoseconds": [
        "captured": summary(latencies.captured), "actual": summary(latencies.now),
      ],
      "latenessNanoseconds": speed == "max" ? .null : summary(lateness),
      "held": JSONText(held.count),
      "heldNanoseconds": speed == "max" ? .null : summary(held),
    ]
  }

  private func list(_ counts: [(name: String, count: UInt64)], _ key: String) -> JSONText {
    JSONText(
      counts.map {
        .object([JSONMember(key, JSONText($0.name)), JSONMember("count", JSONText($0.count))])
      }
    )
  }

  private func summary(_ summary: LatencySummary) -> JSONText {
    [
      "count": JSONText(summary.count), "p50": JSONText(summary.p50),
      "p90": JSONText(summary.p90), "p99": JSONText(summary.p99),
      "max": summary.count > 0 ? JSONText(summary.max) : .null,
    ]
  }

  private var first: JSONText {
    guard let first = comparison.first else { return .null }
    return [
      "index": JSONText(first.index), "request": JSONText(first.request),
      "connection": JSONText(first.connection), "exchange": JSONText(first.number),
      "expected": shown(first.expected),
      "actual": first.actual.map { shown($0) } ?? .null,
      "failure": JSONText(first.failure),
    ]
  }

  private func shown(_ reply: ReplyDifferences.Shown) -> JSONText {
    [
      "status": JSONText(reply.status),
      "headers": .object(reply.fields.map { JSONMember($0.name, JSONText($0.value)) }),
      "body": JSONText(reply.body),
    ]
  }
}
