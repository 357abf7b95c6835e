import KymoCapture
import KymoHTTP

/// Holds replies against those that were captured.
struct ReplyComparison: ~Copyable {
  /// What may differ.
  struct Ignored {
    /// JSON pointers.
    var members: Set<String> = []

    /// Reads lists of `json:/POINTER`.
    ///
    /// A header is none of them: the reply to a request that was dispatched has no headers to compare.
    ///
    /// - Throws: `usage` for anything else.
    init(_ lists: [String]) throws(CommandFailure) {
      for item in lists.flatMap({ $0.split(separator: ",") }) {
        guard item.hasPrefix("json:/") else {
          let why = item.hasPrefix("header:") ? ": a reply of handlers has no headers" : ""
          throw .usage("--ignore takes json:/POINTER for a capture; not '\(item)'\(why)")
        }
        members.insert(String(item.dropFirst(5)))
      }
    }
  }

  /// The first difference, with both bodies in full.
  struct First {
    /// Of the request, from 0 in the order of dispatch.
    var index: Int
    var connection: Int
    var number: Int
    var target: String
    var expected: String
    var actual: String
  }

  /// What the comparison came to.
  struct Result {
    var equal: UInt64 = 0
    var differing: UInt64 = 0
    /// How many replies were not compared since the capture lacks them, or a part of them.
    var missing: UInt64 = 0
    var first: First?
    fileprivate var fieldCounts: [String: UInt64] = [:]
    fileprivate var reasons: [String: UInt64] = [:]

    /// How many replies differ in each member, by its JSON pointer; the empty one is the whole body.
    var fields: [(name: String, count: UInt64)] { Self.sorted(fieldCounts) }
    /// How many replies were not compared, by the reason.
    var notCompared: [(name: String, count: UInt64)] { Self.sorted(reasons) }

    private static func sorted(_ counts: [String: UInt64]) -> [(name: String, count: UInt64)] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
  }

  private var difference: JSONDifference
  private(set) var result = Result()

  init(_ ignored: Ignored) { difference = JSONDifference(ignoring: ignored.members) }

  /// Compares the reply to an input; `actual` is nil if there was none.
  mutating func add(_ input: CaptureInputs.Input, _ actual: [UInt8]?, index: Int) {
    switch input.expectation {
    case .body: add(input.exchange, actual, index: index)
    case .text(let expected): add(input.exchange, expected, actual ?? [], index)
    case .nothing: return
    case .unknown(let reason): count(reason)
    }
  }

  /// Compares a reply; `actual` is nil if there was none.
  mutating func add(_ exchange: HTTPExchange, _ actual: [UInt8]?, index: Int) {
    guard let reply = exchange.reply, reply.isComplete else {
      result.missing += 1
      return count(exchange.absence?.rawValue ?? "reply not whole")
    }
    let expected: [UInt8]
    switch DecodedBody(reply.body, fields: reply.fields) {
    case .not(let reason): return count(reason)
    case .bytes(let bytes): expected = bytes
    }
    add(exchange, expected, actual ?? [], index)
  }

  private mutating func add(
    _ exchange: HTTPExchange,
    _ expected: [UInt8],
    _ actual: [UInt8],
    _ index: Int
  ) {
    if expected == actual {
      result.equal += 1
      return
    }
    let texts = [expected, actual].map { String(decoding: $0, as: UTF8.self) }
    let places = difference.places(texts[0], texts[1]) ?? [""]
    guard !places.isEmpty else {
      result.equal += 1
      return
    }
    result.differing += 1
    for place in places { result.fieldCounts[place, default: 0] += 1 }
    if result.first == nil {
      result.first = First(
        index: index,
        connection: exchange.connection,
        number: exchange.number,
        target: exchange.request.target,
        expected: texts[0],
        actual: texts[1]
      )
    }
  }

  private mutating func count(_ reason: String) { result.reasons[reason, default: 0] += 1 }
}
