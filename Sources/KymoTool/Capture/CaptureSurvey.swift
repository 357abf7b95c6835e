import KymoCapture
import KymoHistogram
import KymoHTTP
import KymoText

/// One pass over a capture that counts what is in it.
struct CaptureSurvey {
  /// How long a reply may take to be counted, in ns: an hour.
  private static let longestLatency: Int64 = 3_600_000_000_000

  let path: String
  let extractor: CaptureExtractor
  /// The exchanges themselves, if they are to be listed.
  private(set) var list: [HTTPExchange] = []
  private(set) var exchanges: UInt64 = 0
  private(set) var complete: UInt64 = 0
  private(set) var requestBytes: UInt64 = 0
  private(set) var replyBytes: UInt64 = 0
  private var methods: [String: UInt64] = [:]
  private var statuses: [Int: UInt64] = [:]
  private var absences: [ReplyAbsence: UInt64] = [:]
  private let latencies = Histogram(lowest: 1, highest: longestLatency, significantDigits: 3)
  private var isListed = false

  /// How many kinds of methods and statuses are told apart.
  private static let maximumKinds = 200

  init(_ path: String, _ extractor: CaptureExtractor) {
    self.path = path
    self.extractor = extractor
  }

  /// Reads the capture to its end.
  mutating func read(isListed: Bool, shouldStop: () -> Bool, progress: (Int) -> Void) {
    self.isListed = isListed
    func stops(_ packets: UInt64) -> Bool {
      progress(Int(clamping: packets))
      return shouldStop()
    }
    while let exchange = extractor.next(shouldStop: stops) {
      add(exchange)
      if isListed { list.append(exchange) }
    }
  }

  private mutating func add(_ exchange: HTTPExchange) {
    exchanges += 1
    if exchange.isComplete { complete += 1 }
    requestBytes &+= UInt64(exchange.request.body.capturedLength)
    Self.count(exchange.request.method, &methods, "other")
    guard let reply = exchange.reply else {
      if let absence = exchange.absence { absences[absence, default: 0] += 1 }
      return
    }
    replyBytes &+= UInt64(reply.body.capturedLength)
    Self.count(reply.status, &statuses, -1)
    if let latency = exchange.latency { latencies.record(min(latency, Self.longestLatency)) }
  }

  private static func count<Key>(_ key: Key, _ counts: inout [Key: UInt64], _ rest: Key) {
    let isKnown = counts[key] != nil || counts.count < maximumKinds
    counts[isKnown ? key : rest, default: 0] += 1
  }

  /// Whether all of the capture was read.
  var isWhole: Bool { extractor.problem == nil && !extractor.wasStopped }

  private var durationNanoseconds: Int64 {
    guard let first = extractor.firstTime, let last = extractor.lastTime else { return 0 }
    return max(0, last.subtractingReportingOverflow(first).partialValue)
  }

  private var sortedMethods: [(name: String, count: UInt64)] {
    methods.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  private var sortedStatuses: [(status: Int, count: UInt64)] {
    statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var sortedAbsences: [(absence: ReplyAbsence, count: UInt64)] {
    ReplyAbsence.allCases.compactMap { absence in absences[absence].map { (absence, $0) } }
  }

  /// What the packets begin with, in words.
  private var linkName: String {
    extractor.file.linkType?.name
      ?? "\(extractor.file.linkName.isEmpty ? "link type" : extractor.file.linkName) "
      + "(\(extractor.file.linkNumber), not read)"
  }

  // MARK: Reports

  var json: JSONText {
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
