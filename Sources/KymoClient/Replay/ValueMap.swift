import KymoBridge
public import KymoCapture
public import KymoHTTP

/// Puts the values of new replies where those of the recorded replies stand in later requests.
///
/// A recorded value counts where it stands as a whole: what is beside it is no letter, digit, `_` or `-`.
/// It is found as it is, and as it is written in a URL. If several replies gave one value, the latest of
/// them before the request counts.
public struct ValueMap {
  /// The counts of a rule.
  public struct Count: Sendable, Equatable {
    /// The rule.
    public var rule: ValueRule
    /// How many recorded replies have the value.
    public var recorded = 0
    /// How many of those have a new reply that has it.
    public var found = 0
    /// How many times a new value took the place of a recorded one in a request.
    public var replaced = 0
    /// How many times a recorded value was left in a request, as there is no new one.
    public var kept = 0
  }

  /// A reply that gave a recorded value.
  private struct Source {
    var exchange: Int
    var rule: Int
    /// When it was there, in ns of the capture.
    var time: Int64
  }

  /// The answer of a source.
  private enum Answer {
    case awaited
    case missing
    case value([UInt8])
  }

  /// A form in which a value can stand in a request.
  private struct Pattern {
    var bytes: [UInt8]
    var value: Int
    var isEscaped: Bool
  }

  /// A replacement: what is to be put where.
  private struct Match {
    var range: Range<Int>
    var source: Int
    var isEscaped: Bool
  }

  private let rules: [ValueRule]
  /// The counts of each rule so far.
  public private(set) var counts: [Count]
  private var sources: [Source] = []
  private var answers: [Answer] = []
  /// The sources of each value, by their time.
  private var valueSources: [[Int]] = []
  /// Those of each exchange.
  private var exchangeSources: [Int: [Int]] = [:]
  /// By the word that a pattern begins with, the longest first; no word for one that begins with something
  /// else.
  private var patterns: [[UInt8]: [Pattern]] = [:]
  private var document = JSONDocumentBox()

  /// Looks for the values in recorded replies.
  ///
  /// - Parameters:
  ///   - rules: where they stand.
  ///   - exchanges: what was recorded.
  /// - Complexity: O(bytes of replies · rules), O(1) without rules.
  public init(_ rules: [ValueRule], _ exchanges: [HTTPExchange]) {
    self.rules = rules
    counts = rules.map { Count(rule: $0) }
    guard !rules.isEmpty else { return }
    var places: [[UInt8]: Int] = [:]
    for (index, exchange) in exchanges.enumerated() {
      guard let reply = exchange.reply, reply.isComplete else { continue }
      for (rule, value) in values(of: reply) {
        counts[rule].recorded += 1
        let place = places[value] ?? valueSources.count
        if place == valueSources.count {
          places[value] = place
          valueSources.append([])
          add(value, place)
        }
        valueSources[place].append(sources.count)
        exchangeSources[index, default: []].append(sources.count)
        sources.append(Source(exchange: index, rule: rule, time: reply.last))
        answers.append(.awaited)
      }
    }
    for place in valueSources.indices {
      valueSources[place].sort { (sources[$0].time, $0) < (sources[$1].time, $1) }
    }
    for word in Array(patterns.keys) {
      patterns[word]?.sort { $0.bytes.count > $1.bytes.count }
    }
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { sources.isEmpty }

  private func values(of reply: HTTPReply) -> [(rule: Int, value: [UInt8])] {
    guard case .bytes(let body) = DecodedBody(reply.body, fields: reply.fields) else { return [] }
    return rules.enumerated().compactMap { index, rule in
      document.value(rule, in: body).flatMap { $0.isEmpty ? nil : (index, $0) }
    }
  }

  private mutating func add(_ value: [UInt8], _ place: Int) {
    add(Pattern(bytes: value, value: place, isEscaped: false))
    let escaped = URLText.escaped(value)
    if escaped != value { add(Pattern(bytes: escaped, value: place, isEscaped: true)) }
  }

  private mutating func add(_ pattern: Pattern) {
    let word = Array(pattern.bytes.prefix { URLText.isWord($0) })
    patterns[word, default: []].append(pattern)
  }

  // MARK: What comes

  /// Takes the new reply of an exchange; nil if there will be none.
  public mutating func learn(_ exchange: Int, _ reply: HTTPReply?) {
    guard let mine = exchangeSources[exchange] else { return }
    let found = reply.map { values(of: $0) } ?? []
    for source in mine {
      let rule = sources[source].rule
      if let value = found.first(where: { $0.rule == rule })?.value {
        answers[source] = .value(value)
        counts[rule].found += 1
      } else {
        answers[source] = .missing
      }
    }
  }

  /// The exchange whose new reply a request needs, if that is still to come.
  public func awaited(by request: HTTPRequest) -> Int? {
    guard !isEmpty else { return nil }
    for bytes in Self.parts(request) {
      for match in matches(in: bytes, at: request.first) {
        if case .awaited = answers[match.source] { return sources[match.source].exchange }
      }
    }
    return nil
  }

  /// A request with new values for recorded ones.
  public mutating func applied(to request: HTTPRequest) -> HTTPRequest {
    guard !isEmpty else { return request }
    var request = request
    let time = request.first
    request.target = text(
      replace(Array(request.target.utf8), at: time, isTarget: true, counts: true)
    )
    for place in request.fields.indices {
      request.fields[place].value = text(
        replace(Array(request.fields[place].value.utf8), at: time, counts: true)
      )
    }
    request.body = HTTPBody(replace(request.body.bytes, at: time, counts: true))
    return request
  }

  /// A recorded reply as it is to be expected with the new values.
  ///
  /// A body in a coding stands decoded in it.
  public mutating func expected(_ reply: HTTPReply) -> HTTPReply {
    guard !isEmpty else { return reply }
    var expected = reply
    for place in expected.fields.indices {
      expected.fields[place].value = text(
        replace(Array(expected.fields[place].value.utf8), at: reply.last)
      )
    }
    if case .bytes(let body) = DecodedBody(reply.body, fields: reply.fields) {
      let changed = replace(body, at: reply.last)
      if changed != body {
        expected.body = HTTPBody(changed)
        expected.fields.removeAll { $0.isNamed("Content-Encoding") }
      }
    }
    return expected
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func parts(_ request: HTTPRequest) -> [[UInt8]] {
    [Array(request.target.utf8)] + request.fields.map { Array($0.value.utf8) }
      + [request.body.bytes]
  }

  private mutating func replace(
    _ bytes: [UInt8],
    at time: Int64,
    isTarget: Bool = false,
    counts isCounted: Bool = false
  ) -> [UInt8] {
    let found = matches(in: bytes, at: time)
    guard !found.isEmpty else { return bytes }
    var result: [UInt8] = []
    var place = 0
    for match in found {
      let rule = sources[match.source].rule
      guard case .value(let value) = answers[match.source] else {
        if isCounted { counts[rule].kept += 1 }
        continue
      }
      if isCounted { counts[rule].replaced += 1 }
      result += bytes[place..<match.range.lowerBound]
      // Blanks and the like cannot stand in a request line.
      let needsEscapes = match.isEscaped || isTarget && !value.allSatisfy(PercentEscapes.isVisible)
      result += needsEscapes ? URLText.escaped(value) : value
      place = match.range.upperBound
    }
    return result + bytes[place...]
  }

  // MARK: Where values stand

  /// Where recorded values stand in bytes of a time, and the replies that they are from.
  private func matches(in bytes: [UInt8], at time: Int64) -> [Match] {
    var found: [Match] = []
    var place = 0
    while place < bytes.count {
      var end = place
      while end < bytes.count, URLText.isWord(bytes[end]) { end += 1 }
      let word = Array(bytes[place..<end])
      if let match = match(word, bytes, place, time) {
        found.append(match)
        place = match.range.upperBound
      } else if end > place {
        place = end
      } else {
        place += PercentEscapes.isEscape(bytes, at: place) ? 3 : 1
      }
    }
    return found
  }

  private func match(_ word: [UInt8], _ bytes: [UInt8], _ place: Int, _ time: Int64) -> Match? {
    guard let candidates = patterns[word] else { return nil }
    for pattern in candidates {
      let end = place + pattern.bytes.count
      guard end <= bytes.count, bytes[place..<end].elementsEqual(pattern.bytes),
        URLText.isWhole(bytes, place..<end),
        let source = valueSources[pattern.value].last(where: { sources[$0].time <= time })
      else { continue }
      return Match(range: place..<end, source: source, isEscaped: pattern.isEscaped)
    }
    return nil
  }
}

/// A document in a box, as a value that can be copied cannot have one that cannot.
private final class JSONDocumentBox {
  private var document = JSONDocument()

  func value(_ rule: ValueRule, in body: [UInt8]) -> [UInt8]? { rule.value(in: body, &document) }
}
