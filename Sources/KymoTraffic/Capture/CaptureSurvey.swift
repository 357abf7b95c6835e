package import KymoCapture
package import KymoHistogram
import KymoHTTP

/// One pass over a capture that counts what is in it.
package struct CaptureSurvey {
  /// How long a reply may take to be counted, in ns: an hour.
  private static let longestLatency: Int64 = 3_600_000_000_000

  package let path: String
  package let extractor: CaptureExtractor
  /// The exchanges themselves, if they are to be listed.
  package private(set) var list: [HTTPExchange] = []
  package private(set) var exchanges: UInt64 = 0
  package private(set) var complete: UInt64 = 0
  package private(set) var requestBytes: UInt64 = 0
  package private(set) var replyBytes: UInt64 = 0
  private var methods: [String: UInt64] = [:]
  private var statuses: [Int: UInt64] = [:]
  private var absences: [ReplyAbsence: UInt64] = [:]
  package let latencies = Histogram(lowest: 1, highest: longestLatency, significantDigits: 3)
  package private(set) var isListed = false

  /// How many kinds of methods and statuses are told apart.
  private static let maximumKinds = 200

  package init(_ path: String, _ extractor: CaptureExtractor) {
    self.path = path
    self.extractor = extractor
  }

  /// Reads the capture to its end.
  package mutating func read(isListed: Bool, shouldStop: () -> Bool, progress: (Int) -> Void) {
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
  package var isWhole: Bool { extractor.problem == nil && !extractor.wasStopped }

  package var durationNanoseconds: Int64 {
    guard let first = extractor.firstTime, let last = extractor.lastTime else { return 0 }
    return max(0, last.subtractingReportingOverflow(first).partialValue)
  }

  package var sortedMethods: [(name: String, count: UInt64)] {
    methods.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  package var sortedStatuses: [(status: Int, count: UInt64)] {
    statuses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package var sortedAbsences: [(absence: ReplyAbsence, count: UInt64)] {
    ReplyAbsence.allCases.compactMap { absence in absences[absence].map { (absence, $0) } }
  }

  /// The link header that the packets begin with, in words.
  package var linkName: String {
    extractor.file.linkType?.name
      ?? "\(extractor.file.linkName.isEmpty ? "link type" : extractor.file.linkName) "
      + "(\(extractor.file.linkNumber), not read)"
  }
}
