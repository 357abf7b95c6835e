import KymoCapture
import KymoHTTP

/// Holds the replies of a live server against those that were captured: status, header and body.
struct TargetComparison: ~Copyable {
  /// What may differ.
  struct Ignored {
    /// Names of header fields, in small letters.
    var fields: Set<String> = []
    /// JSON pointers.
    var members: Set<String> = []

    /// Reads lists of `header:NAME` and `json:/POINTER`.
    ///
    /// - Throws: `usage` for anything else.
    init(_ lists: [String]) throws(CommandFailure) {
      for item in lists.flatMap({ $0.split(separator: ",") }) {
        if item.hasPrefix("json:/") {
          members.insert(String(item.dropFirst(5)))
        } else if item.lowercased().hasPrefix("header:"), item.count > 7 {
          fields.insert(item.dropFirst(7).lowercased())
        } else {
          throw .usage("--ignore takes header:NAME and json:/POINTER with --target; not '\(item)'")
        }
      }
    }
  }

  /// A reply, as far as a report shows it.
  struct Shown {
    var status: Int
    /// The fields that differ.
    var fields: [HTTPField] = []
    /// The body, decoded if that could be done; nil if the bodies are equal.
    var body: String?
  }

  /// The first reply that differs.
  struct First {
    /// Of the request, from 0 in the order of sending.
    var index: Int
    var connection: Int
    var number: Int
    var request: String
    var expected: Shown
    /// Nil if there was no reply.
    var actual: Shown?
    /// Why there was none.
    var failure: String?
  }

  /// What the comparison came to.
  struct Result {
    var equal: UInt64 = 0
    var differing: UInt64 = 0
    var failed: UInt64 = 0
    var first: First?
    /// How many replies have a status, and had another one in the capture.
    var statuses: [StatusPair: UInt64] = [:]
    private var fieldCounts: [String: UInt64] = [:]
    /// How a header field was spelled when it differed first, by its name in small letters.
    private var spellings: [String: String] = [:]
    fileprivate var reasons: [String: UInt64] = [:]

    /// How many replies differ in each place: `status`, `header:NAME`, `json:/POINTER` or `body`.
    var places: [(name: String, count: UInt64)] { Self.sorted(fieldCounts) }
    /// How many replies were not compared, or not wholly, by the reason.
    var notCompared: [(name: String, count: UInt64)] { Self.sorted(reasons) }

    /// Counts a place; a header field is one, in whatever letters servers write it.
    fileprivate mutating func count(_ place: String) {
      guard place.hasPrefix("header:") else { return fieldCounts[place, default: 0] += 1 }
      let small = place.lowercased()
      let spelling = spellings[small] ?? place
      spellings[small] = spelling
      fieldCounts[spelling, default: 0] += 1
    }

    private static func sorted(_ counts: [String: UInt64]) -> [(name: String, count: UInt64)] {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
  }

  /// A captured status and the one that came.
  struct StatusPair: Hashable, Comparable {
    var captured: Int
    var actual: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.captured, left.actual) < (right.captured, right.actual)
    }
  }

  private var difference: JSONDifference
  private let ignored: Ignored
  private(set) var result = Result()

  init(_ ignored: Ignored) {
    self.ignored = ignored
    difference = JSONDifference(ignoring: ignored.members)
  }

  /// Counts a request that has no reply, though it had one in the capture.
  mutating func fail(_ exchange: HTTPExchange, _ why: String, index: Int) {
    guard exchange.reply != nil else { return count("no reply, as in the capture") }
    result.failed += 1
    guard result.first == nil else { return }
    result.first = First(
      index: index,
      connection: exchange.connection,
      number: exchange.number,
      request: Self.request(exchange),
      expected: Shown(status: exchange.reply?.status ?? 0),
      actual: nil,
      failure: why
    )
  }

  /// Compares a reply; `expected` is the captured one with the values that replies have now, nil if there
  /// is none.
  mutating func add(
    _ exchange: HTTPExchange,
    expected: HTTPReply?,
    actual: HTTPReply,
    index: Int
  ) {
    guard let expected, expected.status > 0 else {
      return count(exchange.absence?.rawValue ?? "no reply in the capture")
    }
    result.statuses[
      StatusPair(captured: expected.status, actual: actual.status),
      default: 0
    ] += 1
    var places: [String] = []
    var shown = (Shown(status: expected.status), Shown(status: actual.status))
    if expected.status != actual.status { places.append("status") }
    for name in fieldNames(expected.fields, actual.fields) {
      let values = (expected.fields.value(of: name), actual.fields.value(of: name))
      guard values.0 != values.1 else { continue }
      places.append("header:\(name)")
      if let value = values.0 { shown.0.fields.append(HTTPField(name, value)) }
      if let value = values.1 { shown.1.fields.append(HTTPField(name, value)) }
    }
    let bodies = compareBodies(expected, actual)
    if let bodies, !bodies.places.isEmpty {
      places += bodies.places
      (shown.0.body, shown.1.body) = (bodies.expected, bodies.actual)
    }
    guard !places.isEmpty else {
      if bodies != nil { result.equal += 1 }
      return
    }
    result.differing += 1
    for place in places { result.count(place) }
    guard result.first == nil else { return }
    result.first = First(
      index: index,
      connection: exchange.connection,
      number: exchange.number,
      request: Self.request(exchange),
      expected: shown.0,
      actual: shown.1,
      failure: nil
    )
  }

  private static func request(_ exchange: HTTPExchange) -> String {
    "\(exchange.request.method) \(exchange.request.target)"
  }

  /// The names of the fields to compare, those of the capture first.
  private func fieldNames(_ expected: [HTTPField], _ actual: [HTTPField]) -> [String] {
    let hop = HopByHop(.reply, expected, actual)
    var known: Set<String> = []
    return (expected + actual).map(\.name).filter { name in
      let small = name.lowercased()
      return !hop.contains(small) && !ignored.fields.contains(small)
        && known.insert(small).inserted
    }
  }

  /// Where two bodies differ, and what they are; nil if they cannot be compared, which is counted.
  private mutating func compareBodies(
    _ expected: HTTPReply,
    _ actual: HTTPReply
  ) -> (places: [String], expected: String, actual: String)? {
    guard expected.isComplete, expected.body.isWhole else {
      count("reply not whole in the capture")
      return nil
    }
    if expected.body.bytes == actual.body.bytes,
      expected.fields.value(of: "Content-Encoding")
        == actual.fields.value(of: "Content-Encoding")
    {
      return ([], "", "")
    }
    let bodies: ([UInt8], [UInt8])
    switch (
      DecodedBody(expected.body, fields: expected.fields),
      DecodedBody(actual.body, fields: actual.fields)
    ) {
    case (.bytes(let one), .bytes(let other)): bodies = (one, other)
    case (.not(let reason), _), (_, .not(let reason)):
      count(reason)
      return nil
    }
    if bodies.0 == bodies.1 { return ([], "", "") }
    let texts = (
      String(decoding: bodies.0, as: UTF8.self), String(decoding: bodies.1, as: UTF8.self)
    )
    let places = difference.places(texts.0, texts.1) ?? [""]
    return (places.map { $0.isEmpty ? "body" : "json:\($0)" }, texts.0, texts.1)
  }

  private mutating func count(_ reason: String) { result.reasons[reason, default: 0] += 1 }
}
