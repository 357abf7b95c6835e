import KymoCapture
import KymoHTTP
import KymoHistogram
package import KymoText

extension CaptureSurvey {
  /// The report for programs.
  package var json: JSONText {
    let counts = extractor.counts
    var members: [JSONMember] = [
      JSONMember("schema", "kymograph.capture/1"),
      JSONMember("complete", JSONText(isWhole)),
      JSONMember("problem", JSONText(extractor.problem?.message)),
      JSONMember("linkType", JSONText(Int(extractor.file.linkNumber))),
      JSONMember("link", JSONText(linkName)),
      JSONMember("packets", JSONText(extractor.packets)),
      JSONMember("durationSeconds", JSONText(Double(durationNanoseconds) / 1e9)),
      JSONMember("first", JSONText(extractor.firstTime)),
      JSONMember("last", JSONText(extractor.lastTime)),
      JSONMember("connections", JSONText(extractor.connections)),
      JSONMember("exchanges", JSONText(exchanges)),
      JSONMember("completeExchanges", JSONText(complete)),
      JSONMember("requestBodyBytes", JSONText(requestBytes)),
      JSONMember("replyBodyBytes", JSONText(replyBytes)),
      JSONMember(
        "methods",
        JSONText(sortedMethods.map { ["name": JSONText($0.name), "count": JSONText($0.count)] })
      ),
      JSONMember(
        "statuses",
        JSONText(
          sortedStatuses.map { ["status": JSONText($0.status), "count": JSONText($0.count)] }
        )
      ),
      JSONMember(
        "unanswered",
        JSONText(
          sortedAbsences.map {
            ["name": JSONText($0.absence.rawValue), "count": JSONText($0.count)]
          }
        )
      ),
      JSONMember("latencyNanoseconds", latencyJSON),
      JSONMember("missingBytes", JSONText(extractor.missingBytes)),
      JSONMember("holes", JSONText(extractor.holes.map(Self.json))),
      JSONMember("overlaps", JSONText(extractor.differences.map(Self.json))),
      JSONMember("findings", JSONText(extractor.findings.map(Self.json))),
      JSONMember(
        "noticed",
        .object(counts.noticed.map { JSONMember($0.note.rawValue, JSONText($0.count)) })
      ),
      JSONMember(
        "notRead",
        JSONText(
          counts.unreadPackets.map {
            ["name": JSONText($0.kind.description), "count": JSONText($0.count)]
          }
        )
      ),
    ]
    if isListed {
      members.append(JSONMember("list", JSONText(list.map(Self.json))))
    }
    return .object(members)
  }

  private var latencyJSON: JSONText {
    guard latencies.totalCount > 0 else { return .null }
    return [
      "p50": JSONText(latencies.value(atPercentile: 50)),
      "p99": JSONText(latencies.value(atPercentile: 99)),
      "max": JSONText(latencies.max),
    ]
  }

  private static func json(_ hole: StreamHole) -> JSONText {
    [
      "connection": JSONText(hole.connection), "fromClient": JSONText(hole.isFromClient),
      "offset": JSONText(hole.offset), "length": JSONText(hole.length),
      "time": JSONText(hole.timestamp),
    ]
  }

  private static func json(_ difference: OverlapDifference) -> JSONText {
    [
      "connection": JSONText(difference.connection),
      "fromClient": JSONText(difference.isFromClient),
      "packet": JSONText(difference.packet), "offset": JSONText(difference.offset),
      "first": JSONText(Int(difference.first)), "later": JSONText(Int(difference.later)),
    ]
  }

  private static func json(_ finding: HTTPFinding) -> JSONText {
    [
      "name": JSONText(finding.note.rawValue), "connection": JSONText(finding.connection),
      "exchange": JSONText(finding.exchange), "fromClient": JSONText(finding.isFromClient),
      "offset": JSONText(finding.offset),
    ]
  }

  private static func json(_ exchange: HTTPExchange) -> JSONText {
    let (request, reply) = (exchange.request, exchange.reply)
    return [
      "connection": JSONText(exchange.connection), "number": JSONText(exchange.number),
      "client": JSONText(exchange.client.description),
      "server": JSONText(exchange.server.description),
      "absence": JSONText(exchange.absence?.rawValue),
      "request": [
        "method": JSONText(request.method), "target": JSONText(request.target),
        "version": JSONText(request.version), "fields": json(request.fields),
        "body": json(request.body), "complete": JSONText(request.isComplete),
        "inDoubt": JSONText(request.isBehindDoubt),
        "first": JSONText(request.first), "last": JSONText(request.last),
      ],
      "reply": reply.map { reply in
        [
          "status": JSONText(reply.status), "reason": JSONText(reply.reason),
          "version": JSONText(reply.version), "fields": json(reply.fields),
          "body": json(reply.body), "complete": JSONText(reply.isComplete),
          "first": JSONText(reply.first), "last": JSONText(reply.last),
          "interim": JSONText(reply.interim),
        ]
      } ?? .null,
    ]
  }

  private static func json(_ fields: [HTTPField]) -> JSONText {
    JSONText(fields.map { ["name": JSONText($0.name), "value": JSONText($0.value)] })
  }

  private static func json(_ body: HTTPBody) -> JSONText {
    [
      "bytes": JSONText(body.length), "captured": JSONText(body.capturedLength),
      "base64": JSONText(Base64.encode(body.bytes)),
      "holes": JSONText(
        body.holes.map { ["offset": JSONText($0.offset), "length": JSONText($0.length)] }
      ),
    ]
  }
}
