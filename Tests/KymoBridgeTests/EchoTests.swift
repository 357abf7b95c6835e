import KymoBridge
import KymoCore
import KymoTestSupport
import Testing

/// Texts on the whole way: from the page through a request to a handler, and in its reply back.
@Suite("Echo") struct EchoTests {
  /// Replies with its first parameter, as JSON in a literal.
  final class Echo: Handler {
    private var json = JSONWriter(maximumBytes: 1 << 16)
    private var script: ReplyScript

    init(_ mode: CallMode) { script = ReplyScript(mode: mode, maximumBytes: 1 << 16) }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      let text = try exchange.text(at: 1)
      json.reset()
      exchange.withText(text) { json.write(utf8: $0) }
      do throws(JSONWriterError) {
        try json.finish()
        try script.writeJSONRequest("", json: json)
      } catch { throw .tooLong }
      try script.withText { (text) throws(HandlerError) in try exchange.reply(text: text) }
      return .proceed
    }
  }

  /// Keeps the latest reply.
  struct Latest: OutcomeSink {
    var status = OutcomeStatus.unknownCommand
    var errorCode: UInt16 = 0
    var text: String?

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      status = outcome.status
      errorCode = outcome.errorCode
      text = outcome.replyKind == .text ? reply.text : nil
    }
  }

  /// A page, an app that answers, and what lies between them.
  struct Bridge: ~Copyable {
    private var dispatcher: Dispatcher<Latest>
    private var encoder: CallEncoder
    private var json = JSONWriter(maximumBytes: 1 << 16)
    private var document = JSONDocument(limits: CallCase.limits)

    init() throws {
      let rules = CallRules(limits: CallCase.limits)
      var map = CommandMap()
      map.decoder = CallRequestDecoder(rules)
      map.view("echo", Echo(.strict))
      dispatcher = Dispatcher(table: try CommandTable(map), sink: Latest())
      encoder = CallEncoder(base: "", limits: CallCase.limits)
    }

    /// Sends a message as it is; the text that JavaScript gets in the reply, or how the request ended.
    mutating func send(_ message: String) throws -> String {
      try encoder.encode(command: "echo", message: message)
      var texts = PayloadArenaWriter(minimumCapacity: 1 << 19)
      let reference = encoder.withURL { texts.write($0, waits: false) }
      guard let reference else { return "too long" }
      let events = [
        Event(
          timestamp: 0,
          sequence: 0,
          command: dispatcher.table.id(of: "echo"),
          source: .bridge,
          kind: .message,
          payload: Payload(reference)
        )
      ]
      let arena = texts.arena
      dispatcher.dispatch(events.span, arena: arena)
      guard let script = dispatcher.sink.text else {
        return "\(dispatcher.sink.status) \(dispatcher.sink.errorCode)"
      }
      // What the page does: the literal first, then JSON.parse.
      let literal = script.unicodeScalars.dropFirst("handleJSONRequest('','".count).dropLast(2)
      guard let inner = ReplyScriptTests.unescaped(String(literal)) else { return "no literal" }
      try document.parse(inner)
      return document.string(of: document.root) ?? "no string"
    }

    /// Sends a text as a list of one.
    mutating func echo(_ text: String) throws -> String {
      json.reset()
      json.beginArray()
      json.write(text)
      json.endArray()
      try json.finish()
      return try send(json.withText { String(copying: $0) })
    }
  }

  @Test("What formats trip over comes back as it went")
  func awkward() throws {
    var bridge = try Bridge()
    for text in [
      "", "it's", "\"", "\\", "\\\\'", "</script>", "%41", "%", "&msg=", "?#=+", "\u{2028}\u{2029}",
      "\u{0}", (0...0x1F).map { String(Unicode.Scalar(UInt8($0))) }.joined(), "\u{7F}\u{80}\u{9F}",
      "\u{FEFF}", "\u{FFFD}\u{FFFE}\u{FFFF}", "😀\u{10FFFF}", "e\u{301} é", "undefined", "null",
      "[]",
      "');alert('", "\r\n",
    ] {
      let found = try bridge.echo(text)
      #expect(Array(found.utf8) == Array(text.utf8), "\(text.debugDescription)")
    }
  }

  @Test("Any text comes back as it went", arguments: [3, 33, 333] as [UInt64])
  func anyText(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bridge = try Bridge()
    for round in 0..<2_000 {
      let text = random.text()
      let found = try bridge.echo(text)
      #expect(Array(found.utf8) == Array(text.utf8), "seed \(seed), round \(round)")
    }
  }

  @Test("Escapes of JSON are read, surrogates only in pairs")
  func escapes() throws {
    var bridge = try Bridge()
    #expect(try bridge.send(#"["\u2028\u0000\u001f\/\b"]"#) == "\u{2028}\u{0}\u{1F}/\u{8}")
    #expect(try bridge.send(#"["\ud83d\ude00"]"#) == "😀")
    for lone in [#"["\ud83d"]"#, #"["\ude00"]"#, #"["\ude00\ud83d"]"#, #"["\ud83d\u0041"]"#] {
      #expect(try bridge.send(lone) == "malformed 22", "\(lone)")
    }
  }

  @Test("A reply that is too long is an error of its request, and the next one is answered")
  func tooLong() throws {
    var bridge = try Bridge()
    let long = String(repeating: "\u{1}", count: 10_500)
    #expect(try bridge.echo(long) == "failed 7")
    #expect(try bridge.echo("short") == "short")
  }
}
