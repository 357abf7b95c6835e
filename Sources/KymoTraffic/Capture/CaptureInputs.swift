public import KymoBridge
public import KymoCapture
public import KymoCore
import KymoHTTP
import KymoMCAP
public import KymoRecording
import KymoServer

/// The requests of a capture that are commands, as events in the order of dispatch.
public struct CaptureInputs {
  /// An event, its text, and the exchange that it was.
  package struct Input {
    package var event: Event
    package var text: [UInt8]
    package var exchange: HTTPExchange
    /// The expectation that its reply is to be compared with.
    package var expectation: Expectation
  }

  /// The statement of the capture on a reply.
  package enum Expectation {
    /// The body of the response.
    case body
    /// This text; an empty one for no reply.
    case text([UInt8])
    /// Nothing: it is no request.
    case nothing
    /// It does not say, for this reason.
    case unknown(String)
  }

  /// How many names of what is no command are told apart.
  private static let maximumNames = 100

  package private(set) var inputs: [Input] = []
  /// Whether the replies say which events the requests became: then those are the times, and the order.
  public private(set) var isStamped = false
  /// How many of the commands have such a stamp.
  package private(set) var stamped = 0
  /// How many events there are.
  public var count: Int { inputs.count }
  /// How many exchanges there were.
  public private(set) var exchanges: UInt64 = 0
  /// Requests of which the capture lacks a part, or of which nobody can say where they end.
  public private(set) var incomplete: UInt64 = 0
  /// The number of texts behind a hole or behind framing in doubt that may be a part of a body instead of a
  /// request.
  public private(set) var inDoubt: UInt64 = 0
  /// Requests with a stamp that another has, too.
  public private(set) var repeated: UInt64 = 0
  /// Commands that are longer than a message may be.
  public private(set) var tooLong: UInt64 = 0
  private var names: [String: UInt64] = [:]
  /// How calls are written.
  let calls: CallRules
  private var refusals: [String: UInt64] = [:]

  /// Requests that are no commands, by method and path, the most frequent first.
  public var notCommands: [(name: String, count: UInt64)] { names.byFrequency }

  /// Requests that the server has refused, so that they became no events, by status, method and path, the most
  /// frequent first.
  public var refused: [(name: String, count: UInt64)] { refusals.byFrequency }

  /// Reads a capture to its end.
  ///
  /// - Parameters:
  ///   - extractor: the capture, of which nothing was read.
  ///   - rule: where commands stand; nil for requests of the bridge alone.
  ///   - calls: how calls are written.
  ///   - shouldStop: whether the user wants it to end.
  /// - Complexity: O(n log n); commands and their replies are in memory.
  public init(
    _ extractor: CaptureExtractor,
    _ rule: CommandRule? = nil,
    _ calls: CallRules = CallRules(),
    shouldStop: () -> Bool = { false }
  ) {
    self.calls = calls
    var encoder = CallEncoder(base: "", mode: calls.mode, limits: calls.limits)
    var bodies = StampedBody(calls)
    var found: [Found] = []
    while let exchange = extractor.next(shouldStop: { _ in shouldStop() }) {
      exchanges += 1
      guard exchange.request.isComplete else {
        if exchange.request.isBehindDoubt { inDoubt += 1 } else { incomplete += 1 }
        continue
      }
      if Self.isRefused(exchange) {
        countRefusal(exchange)
      } else if let bridge = BridgeExchange(exchange), Self.isSender(bridge.stamp.source) {
        stamped += 1
        found.append(Found(bridge, exchange))
      } else if let parts = bodies.parts(exchange) {
        stamped += parts.count
        found += parts.map { Found($0, exchange) }
      } else if let text = Self.text(exchange.request, rule, &encoder) {
        let bridge = BridgeExchange(text, at: exchange.request.last)
        found.append(Found(bridge, exchange, isStamped: false))
      } else {
        Self.count(Self.name(exchange.request), in: &names)
      }
    }
    leaveOutRefused(&found)
    let limit = calls.limits.urlBytes
    let all = found.count
    found.removeAll { $0.text.count > limit }
    tooLong = UInt64(all - found.count)
    isStamped = stamped > 0 && stamped == all
    order(found)
  }

  /// Whether requests can come from a source.
  private static func isSender(_ source: SourceID) -> Bool {
    source == .bridge || source == .page || (16...254).contains(source.rawValue)
  }

  /// The text of a call; nil for what is no command.
  private static func text(
    _ request: HTTPRequest,
    _ rule: CommandRule?,
    _ encoder: inout CallEncoder
  ) -> [UInt8]? {
    let target = request.target
    // Of HTTP the slash is there.
    if !target.hasPrefix("call?"), let text = CallText.call(inAddress: target) {
      return Array(text.utf8)
    }
    guard let call = rule?.call(request) else { return nil }
    do { try encoder.encode(command: call.command, message: call.message) } catch { return nil }
    return encoder.withURL { $0.copiedBytes }
  }

  /// The method and the path of a request.
  private static func name(_ request: HTTPRequest) -> String {
    let path = CommandRule.path(request.target).prefix { $0 != "?" }
    return "\(request.method) \(path.isEmpty ? "/" : path)"
  }

  private static func count(_ name: String, in names: inout [String: UInt64]) {
    let isKnown = names[name] != nil || names.count < maximumNames
    names[isKnown ? name : "others", default: 0] += 1
  }

  // MARK: What the server has refused

  /// Whether a server of ours says that a request became no event.
  private static func isRefused(_ exchange: HTTPExchange) -> Bool {
    exchange.reply?.fields.value(of: EventStamp.outcomeField) == EventStamp.refused
  }

  private mutating func countRefusal(_ exchange: HTTPExchange) {
    Self.count(
      "\(exchange.reply?.status ?? 0) \(Self.name(exchange.request))",
      in: &refusals
    )
  }

  /// Leaves out what was refused without that being said: a server that says which event a request became says so
  /// of each that became one.
  private mutating func leaveOutRefused(_ found: inout [Found]) {
    let servers = Set(found.lazy.filter(\.isStamped).map { "\($0.exchange.server)" })
    guard !servers.isEmpty, stamped < found.count else { return }
    found.removeAll { item in
      guard !item.isStamped, let reply = item.exchange.reply, reply.status >= 400,
        servers.contains("\(item.exchange.server)")
      else { return false }
      countRefusal(item.exchange)
      return true
    }
  }

  /// An event as it was found; without stamps its number and its time are not final.
  private struct Found {
    var stamp: EventStamp
    var kind: EventKind
    var payload: Payload
    var text: [UInt8]
    var exchange: HTTPExchange
    var expectation: Expectation
    /// Whether the reply says which event it became.
    var isStamped = true

    init(_ bridge: BridgeExchange, _ exchange: HTTPExchange, isStamped: Bool = true) {
      self.isStamped = isStamped
      stamp = bridge.stamp
      kind = .message
      payload = Payload(
        PayloadReference(offset: 0, length: UInt32(bridge.text.count), tag: bridge.tag)
      )
      text = bridge.text
      self.exchange = exchange
      expectation = Self.expectation(exchange)
    }

    init(_ part: StampedBody.Part, _ exchange: HTTPExchange) {
      stamp = EventStamp(
        source: part.event.source,
        sequence: part.event.sequence,
        timestamp: part.event.timestamp
      )
      kind = part.event.kind
      payload = part.event.payload
      text = part.text
      self.exchange = exchange
      expectation = part.expectation
    }

    /// Returns the statement of a server of ours on a reply; of any other the body is it.
    private static func expectation(_ exchange: HTTPExchange) -> Expectation {
      guard let reply = exchange.reply, reply.fields.value(of: EventStamp.field) != nil else {
        return .body
      }
      if reply.status == 202 { return .unknown("reply came later") }
      let type = reply.fields.value(of: "Content-Type") ?? ""
      if type.hasPrefix("application/json") {
        return reply.status == 200 ? .unknown("reply of numbers") : .text([])
      }
      return .body
    }
  }

  /// Brings the events into order, and numbers those without stamps.
  private mutating func order(_ found: [Found]) {
    var found = found
    if isStamped {
      found.sort { $0.stamp.precedes($1.stamp) }
    } else {
      found.sort { HTTPExchange.precedes($0.exchange, $1.exchange) }
    }
    var last: EventStamp?
    for item in found {
      var stamp = item.stamp
      if isStamped {
        if stamp == last {
          repeated += 1
          continue
        }
      } else {
        stamp = EventStamp(
          source: .bridge,
          sequence: UInt32(truncatingIfNeeded: inputs.count),
          timestamp: max(0, item.exchange.request.last)
        )
      }
      last = stamp
      let event = Event(
        timestamp: stamp.timestamp,
        sequence: stamp.sequence,
        command: .unknown,
        source: stamp.source,
        kind: item.kind,
        payload: item.payload
      )
      inputs.append(
        Input(
          event: event,
          text: item.text,
          exchange: item.exchange,
          expectation: item.expectation
        )
      )
    }
  }

  /// The events as a source, with the commands of a routing.
  ///
  /// - Complexity: O(events).
  public func source(_ routing: CommandRouting) -> EventListSource {
    var router = CallRouter(routing.names, rules: routing.calls)
    return EventListSource(
      inputs.map { input in
        var event = input.event
        if !event.kind.isReference {
          event.command = routing.command(of: event.source)
        } else if event.payload.reference.refusal == nil {
          event.command = input.text.withRawSpan(0..<input.text.count) { router.command(of: $0) }
        }
        return EventListSource.Entry(event: event, message: input.text)
      }
    )
  }

  /// The events with their texts, in their order.
  package var sessionInputs: [SessionInput] {
    inputs.map { SessionInput(event: $0.event, text: $0.text) }
  }

  /// How many events there are of each channel.
  package var topics: [(topic: String, count: Int)] {
    var counts = [Int](repeating: 0, count: 256)
    for input in inputs { counts[Int(input.event.source.rawValue)] += 1 }
    var topics = ChannelTable.standard.rows.compactMap { row in
      let count = counts[Int(row.source.rawValue)]
      counts[Int(row.source.rawValue)] = 0
      return count > 0 ? (topic: row.channel.topic, count: count) : nil
    }
    // Requests of a source without a channel of its own go to that of the requests from JavaScript.
    let others = counts.reduce(0, +)
    if others > 0 {
      if let place = topics.firstIndex(where: { $0.topic == InputChannel.request.topic }) {
        topics[place].count += others
      } else {
        topics.append((InputChannel.request.topic, others))
      }
    }
    return topics
  }

  /// The noun for the events, as a report has it.
  package var noun: String {
    inputs.allSatisfy { $0.event.kind == .message } ? "requests" : "events"
  }

  /// How many bytes a ring must have room for: twice the longest text.
  public var arenaBytes: Int { 2 * (inputs.map(\.text.count).max() ?? 0) }

  /// The name of the order, as a report has it.
  package var orderName: String { isStamped ? "stamps" : "capture-time" }

  /// Says so where the order is that of the capture.
  package var orderNote: String? {
    if isStamped || inputs.isEmpty { return nil }
    let why =
      stamped == 0
      ? "no reply says which event its request became"
      : "only \(stamped) of \(inputs.count) replies say which event their request became"
    return "\(why) (\(EventStamp.field)): times and order are those of the capture"
  }
}
