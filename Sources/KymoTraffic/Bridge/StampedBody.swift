import KymoBridge
import KymoCapture
import KymoCore
import KymoHTTP
import KymoMCAP
import KymoRecording
import KymoServer

/// Reads the events of requests that carry several: samples that were pushed, and what a page had queued.
struct StampedBody: ~Copyable {
  /// The longest body that is read, in bytes.
  private static let maximumBytes = 1 << 24

  /// An event of a body.
  struct Part {
    var event: Event
    var text: [UInt8]
    /// The expectation that its reply is to be compared with.
    var expectation: CaptureInputs.Expectation
  }

  private var document = JSONDocument(limits: BridgeLimits(messageBytes: maximumBytes, depth: 128))
  private var answers = JSONDocument(limits: BridgeLimits(messageBytes: maximumBytes, depth: 128))
  private var queue: BridgeQueueReader

  init(_ calls: CallRules) {
    queue = BridgeQueueReader(maximumBytes: Self.maximumBytes, mode: calls.mode)
  }

  /// The events of an exchange; nil if it is none of those, or its stamps are not those of its body.
  mutating func parts(_ exchange: HTTPExchange) -> [Part]? {
    let path = CommandRule.path(exchange.request.target).prefix { $0 != "?" }
    guard exchange.request.method == "POST", path == "/sensors" || path == "/bridge/queue",
      let reply = exchange.reply, reply.status == 200,
      let stamps = stamps(reply),
      case .bytes(let body) = DecodedBody(exchange.request.body, fields: exchange.request.fields)
    else { return nil }
    return path == "/sensors" ? samples(body, stamps) : calls(body, stamps, reply)
  }

  /// The events that a reply speaks of, in its header, or in its body if they are too many for that.
  private mutating func stamps(_ reply: HTTPReply) -> [EventStamp]? {
    guard let field = reply.fields.value(of: EventStamp.field) else { return nil }
    if field != EventStamp.inBody { return EventStamp.list(field) }
    guard case .bytes(let body) = DecodedBody(reply.body, fields: reply.fields) else { return nil }
    do {
      try body.withRawSpan { body throws(JSONError) in try answers.parse(body) }
    } catch { return nil }
    var holder = answers.root
    if answers.kind(of: holder) == .array {
      var cursor = answers.cursor(over: answers.root)
      while let element = cursor.next(in: answers) { holder = element }
    }
    guard answers.kind(of: holder) == .object else { return nil }
    return answers.member("events", of: holder).flatMap { answers.string(of: $0) }
      .flatMap { EventStamp.list($0) }
  }

  private mutating func samples(_ body: [UInt8], _ stamps: [EventStamp]) -> [Part]? {
    let push: SensorPush
    do {
      try body.withRawSpan { body throws(JSONError) in try document.parse(body) }
      push = try SensorPush(document, limit: stamps.count + 100_000)
    } catch { return nil }
    guard push.samples.count == stamps.count else { return nil }
    var parts: [Part] = []
    for (sample, stamp) in zip(push.samples, stamps) {
      guard sample.source == stamp.source else { return nil }
      let event = Event(
        timestamp: stamp.timestamp,
        sequence: stamp.sequence,
        command: .unknown,
        source: sample.source,
        kind: sample.kind,
        payload: sample.payload
      )
      parts.append(Part(event: event, text: [], expectation: .nothing))
    }
    return parts
  }

  private mutating func calls(
    _ body: [UInt8],
    _ stamps: [EventStamp],
    _ reply: HTTPReply
  ) -> [Part]? {
    var items: [(item: BridgeQueueReader.Item, text: [UInt8])] = []
    do throws(BridgeQueueError) {
      _ = try body.withRawSpan { body throws(BridgeQueueError) in try queue.parse(body) }
    } catch { return nil }
    queue.forEach { item, text in
      if item.refusal == nil { items.append((item, text.copiedBytes)) }
    }
    guard items.count == stamps.count else { return nil }
    let replies = replies(reply)
    var parts: [Part] = []
    for ((item, text), stamp) in zip(items, stamps) {
      let reference = PayloadReference(
        offset: 0,
        length: UInt32(text.count),
        tag: UInt32(BridgeTransport.http.rawValue)
      )
      let event = Event(
        timestamp: stamp.timestamp,
        sequence: stamp.sequence,
        command: .unknown,
        source: stamp.source,
        kind: .message,
        payload: Payload(reference)
      )
      parts.append(Part(event: event, text: text, expectation: expectation(item, replies)))
    }
    return parts
  }

  /// The answers of a batch: by the index of a call, or by the id of a callback as it was written.
  private mutating func replies(_ reply: HTTPReply) -> [String: CaptureInputs.Expectation] {
    guard case .bytes(let body) = DecodedBody(reply.body, fields: reply.fields) else { return [:] }
    do {
      try body.withRawSpan { body throws(JSONError) in try answers.parse(body) }
    } catch { return [:] }
    guard answers.kind(of: answers.root) == .array else { return [:] }
    var replies: [String: CaptureInputs.Expectation] = [:]
    var cursor = answers.cursor(over: answers.root)
    while let answer = cursor.next(in: answers) {
      guard answers.kind(of: answer) == .object else { continue }
      if let id = answers.member("responseId", of: answer) {
        let key = answers.withRawText(of: id) { $0.copiedBytes }
        guard answers.member("later", of: answer) == nil else { continue }
        replies[String(decoding: key, as: UTF8.self)] = response(answer)
      } else if let index = answers.member("index", of: answer).flatMap({ answers.integer(of: $0) })
      {
        guard let status = answers.member("status", of: answer).flatMap({ answers.string(of: $0) }),
          status != "later"
        else { continue }
        let text = answers.member("reply", of: answer).flatMap { answers.string(of: $0) }
        replies["#\(index)"] = .text(Array((text ?? "").utf8))
      }
    }
    return replies
  }

  /// Returns the answer to a message: a text, or JSON, as the reply itself was.
  private func response(_ answer: JSONValue) -> CaptureInputs.Expectation {
    guard let data = answers.member("responseData", of: answer) else { return .text([]) }
    if let text = answers.string(of: data) { return .text(Array(text.utf8)) }
    if answers.kind(of: data) == .null { return .text([]) }
    return .text(answers.withRawText(of: data) { $0.copiedBytes })
  }

  private func expectation(
    _ item: BridgeQueueReader.Item,
    _ replies: [String: CaptureInputs.Expectation]
  ) -> CaptureInputs.Expectation {
    guard item.isMessage else { return replies["#\(item.index)"] ?? .unknown("reply came later") }
    guard let callback = item.callback else { return .unknown("message without a callback") }
    return replies[String(decoding: callback, as: UTF8.self)] ?? .unknown("reply came later")
  }
}
