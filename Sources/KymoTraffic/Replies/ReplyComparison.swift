public import KymoHTTP
public import KymoCapture

/// Holds replies against those that were captured: of a live server with status, header and body, of handlers with the
/// body.
///
/// A body of JSON differs in the members that do, any other as a whole.
public struct ReplyComparison: ~Copyable {
  private typealias Shown = ReplyDifferences.Shown

  private var difference: JSONDifference
  private let ignored: IgnoredParts
  /// The result so far.
  public private(set) var result = ReplyDifferences()

  /// Starts a comparison.
  ///
  /// - Parameter ignored: what may differ.
  public init(ignoring ignored: IgnoredParts = IgnoredParts()) {
    self.ignored = ignored
    difference = JSONDifference(ignoring: ignored.members)
  }

  // MARK: Replies of a server

  /// Compares the reply of a server with the captured one.
  ///
  /// - Parameters:
  ///   - exchange: what was captured.
  ///   - actual: the reply; nil if there is none.
  ///   - index: that of the request, from 0 in the order of sending.
  /// - Complexity: O(bytes).
  public mutating func add(_ exchange: HTTPExchange, _ actual: HTTPReply?, index: Int) {
    guard let actual else { return fail(exchange, "no reply", index: index) }
    add(exchange, expected: exchange.reply, actual: actual, index: index)
  }

  /// Counts a request that has no reply, though it had one in the capture.
  ///
  /// - Parameters:
  ///   - exchange: what was captured.
  ///   - why: the reason, in words.
  ///   - index: that of the request, from 0 in the order of sending.
  public mutating func fail(_ exchange: HTTPExchange, _ why: String, index: Int) {
    guard let reply = exchange.reply else {
      return result.count(reason: "no reply, as in the capture")
    }
    result.failed += 1
    note(exchange, (Shown(status: reply.status), nil), failure: why, index: index)
  }

  /// Compares the reply of a server.
  ///
  /// - Parameters:
  ///   - exchange: what was captured.
  ///   - expected: the captured reply with the values that replies have now; nil if there is none.
  ///   - actual: the reply.
  ///   - index: that of the request, from 0 in the order of sending.
  /// - Complexity: O(bytes).
  public mutating func add(
    _ exchange: HTTPExchange,
    expected: HTTPReply?,
    actual: HTTPReply,
    index: Int
  ) {
    guard let expected, expected.status > 0 else {
      return result.count(reason: exchange.absence?.rawValue ?? "no reply in the capture")
    }
    let statuses = ReplyDifferences.StatusPair(captured: expected.status, actual: actual.status)
    result.statuses[statuses, default: 0] += 1
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
    if places.isEmpty, bodies == nil { return }
    count(exchange, places, shown, index)
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

  /// Where two bodies of a server differ, and what they are; nil if they cannot be compared, which is counted.
  private mutating func compareBodies(
    _ expected: HTTPReply,
    _ actual: HTTPReply
  ) -> Bodies? {
    guard expected.isComplete, expected.body.isWhole else {
      result.count(reason: "reply not whole in the capture")
      return nil
    }
    if expected.body.bytes == actual.body.bytes,
      expected.fields.value(of: "Content-Encoding")
        == actual.fields.value(of: "Content-Encoding")
    {
      return Bodies()
    }
    switch (
      DecodedBody(expected.body, fields: expected.fields),
      DecodedBody(actual.body, fields: actual.fields)
    ) {
    case (.bytes(let one), .bytes(let other)): return compareBodies(one, other)
    case (.not(let reason), _), (_, .not(let reason)):
      result.count(reason: reason)
      return nil
    }
  }

  // MARK: Replies of handlers

  /// Compares the reply to an input that was dispatched; `actual` is nil if there was none.
  package mutating func add(_ input: CaptureInputs.Input, _ actual: [UInt8]?, index: Int) {
    let expected: [UInt8]
    switch input.expectation {
    case .nothing: return
    case .unknown(let reason): return result.count(reason: reason)
    case .text(let text): expected = text
    case .body:
      guard let reply = input.exchange.reply, reply.isComplete else {
        result.missing += 1
        return result.count(reason: input.exchange.absence?.rawValue ?? "reply not whole")
      }
      switch DecodedBody(reply.body, fields: reply.fields) {
      case .not(let reason): return result.count(reason: reason)
      case .bytes(let bytes): expected = bytes
      }
    }
    let bodies = compareBodies(expected, actual ?? [])
    let shown = (Shown(status: 0, body: bodies.expected), Shown(status: 0, body: bodies.actual))
    count(input.exchange, bodies.places, shown, index)
  }

  // MARK: What both have

  /// Where two bodies differ, and what they are.
  private struct Bodies {
    var places: [String] = []
    var expected = ""
    var actual = ""
  }

  private mutating func compareBodies(_ expected: [UInt8], _ actual: [UInt8]) -> Bodies {
    if expected == actual { return Bodies() }
    let texts = (String(decoding: expected, as: UTF8.self), String(decoding: actual, as: UTF8.self))
    let places = difference.places(texts.0, texts.1) ?? [""]
    return Bodies(
      places: places.map { $0.isEmpty ? "body" : "json:\($0)" },
      expected: texts.0,
      actual: texts.1
    )
  }

  /// Counts a reply that was compared.
  private mutating func count(
    _ exchange: HTTPExchange,
    _ places: [String],
    _ shown: (Shown, Shown),
    _ index: Int
  ) {
    guard !places.isEmpty else { return result.equal += 1 }
    result.differing += 1
    for place in places { result.count(place: place) }
    note(exchange, shown, failure: nil, index: index)
  }

  /// Keeps the first difference.
  private mutating func note(
    _ exchange: HTTPExchange,
    _ shown: (expected: Shown, actual: Shown?),
    failure: String?,
    index: Int
  ) {
    guard result.first == nil else { return }
    result.first = ReplyDifferences.First(
      index: index,
      connection: exchange.connection,
      number: exchange.number,
      method: exchange.request.method,
      target: exchange.request.target,
      expected: shown.expected,
      actual: shown.actual,
      failure: failure
    )
  }
}
