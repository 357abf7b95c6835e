import KymoCore
import Testing

/// Replies of any text, and what they say they answer.
@Suite("Text replies") struct TextReplyTests {
  /// A reply that a handler makes.
  struct Wanted {
    var text: String
    var cause: ReplyCause?
  }

  /// Dispatches events to a view that replies as `replies` says for their sequence.
  func run(_ requests: borrowing Requests, _ replies: [[Wanted]]) throws -> OutcomeList {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("a") { (exchange) throws(HandlerError) in
      for reply in replies[Int(exchange.event.sequence)] {
        try UnsafeBytes.lend(Array(reply.text.utf8)) { (text) throws(HandlerError) in
          try exchange.reply(text: text, to: reply.cause)
        }
      }
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(requests)
    return dispatcher.takeSink()
  }

  @Test("A request answers itself unless another cause is given; other events speak by themselves")
  func causes() throws {
    var requests = Requests()
    for time in 0..<3 as Range<Int64> { requests.add("i1", at: time) }
    requests.add(.sample(at: 3, sequence: 3))
    requests.add(.sample(at: 4, sequence: 4))
    let list = try run(
      requests,
      [
        [Wanted(text: "own")], [Wanted(text: "other", cause: .request(.bridge, .max))],
        [Wanted(text: "none", cause: .unsolicited)], [Wanted(text: "sample")],
        [Wanted(text: "later", cause: .request(.bridge, 0))],
      ]
    )
    #expect(list.outcomes.map(\.replyKind) == Array(repeating: .text, count: 5))
    #expect(
      list.outcomes.map(\.reply.textReply.cause)
        == [
          .request(.bridge, 0), .request(.bridge, .max), .unsolicited, .unsolicited,
          .request(.bridge, 0),
        ]
    )
    #expect(list.texts == ["own", "other", "none", "sample", "later"])
    #expect(list.outcomes.map(\.reply.textReply.length) == [3, 5, 4, 6, 5])
    #expect(list.outcomes.allSatisfy { $0.reply.textReply.hash == 0 })
  }

  @Test("A later reply replaces an earlier one, of whatever kind and length")
  func replaced() throws {
    var requests = Requests("i1")
    requests.add("i1", at: 1)
    let list = try run(
      requests,
      [
        [Wanted(text: "a long text"), Wanted(text: "short", cause: .unsolicited)],
        [Wanted(text: "x"), Wanted(text: ""), Wanted(text: "é\u{0}\u{2028}")],
      ]
    )
    #expect(list.texts == ["short", "é\u{0}\u{2028}"])
    #expect(list.outcomes.map(\.reply.textReply.cause) == [.unsolicited, .request(.bridge, 1)])

    var map = CommandMap()
    map.view("a") { (exchange) throws(HandlerError) in
      let isEven = exchange.event.timestamp % 2 == 0
      if isEven { exchange.reply(Acceleration(x: 1, y: 2, z: 3)) }
      try UnsafeBytes.lend([65]) { (text) throws(HandlerError) in try exchange.reply(text: text) }
      if !isEven { exchange.reply(latitude: 1, longitude: 2, altitude: 3) }
      return .proceed
    }
    let events = [Event.sample(at: 0), .sample(at: 1)]
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(dispatcher.sink.outcomes.map(\.replyKind) == [.text, .coordinates])
    #expect(dispatcher.sink.texts == ["A", nil])
  }

  @Test("An empty text is a reply")
  func empty() throws {
    let list = try run(Requests("i1"), [[Wanted(text: "")]])
    #expect(list.outcomes[0].replyKind == .text && list.texts == [""])
    #expect(list.outcomes[0].reply.textReply == TextReply(length: 0, cause: .request(.bridge, 0)))
  }

  @Test("The longest text is taken; one byte more fails, and leaves what was replied before")
  func tooLong() throws {
    let longest = String(repeating: "x", count: Exchange.maximumReplyBytes)
    var requests = Requests("i1")
    requests.add("i1", at: 1)
    requests.add("i1", at: 2)
    let list = try run(
      requests,
      [
        [Wanted(text: longest)], [Wanted(text: longest + "x")],
        [Wanted(text: "before"), Wanted(text: longest + "x")],
      ]
    )
    #expect(list.outcomes.map(\.status) == [.completed, .failed, .failed])
    #expect(list.outcomes.map(\.errorCode) == [0, 7, 7])
    #expect(list.outcomes.map(\.replyKind) == [.text, .none, .text])
    #expect(list.texts == [longest, nil, "before"])
  }

  @Test("The error stage replies with a text, also to another request")
  func errorStage() throws {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.validate("a") { _ in .exit }
    map.error("a") { (exchange) throws(HandlerError) in
      try UnsafeBytes.lend(Array("no".utf8)) { (text) throws(HandlerError) in
        try exchange.reply(text: text, to: .request(.bridge, 77))
      }
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(Requests("i1"))
    #expect(dispatcher.sink.outcomes[0].status == .validationFailed)
    #expect(dispatcher.sink.texts == ["no"])
    #expect(dispatcher.sink.outcomes[0].reply.textReply.cause == .request(.bridge, 77))
  }

  @Test(
    "A payload holds every text reply",
    arguments: [
      ReplyCause.unsolicited, .request(.bridge, 0), .request(.bridge, 1), .request(.bridge, .max),
      .request(SourceID(rawValue: 8), 0), .request(.device, .max), .request(.accelerometer, 7),
    ]
  )
  func payload(_ cause: ReplyCause) {
    var reply = TextReply(length: .max, cause: cause)
    reply.hash = 0x0123_4567_89AB_CDEF
    #expect(Payload(reply).textReply == reply)
    #expect(Payload(reply).word3 == 0, "no more than the bytes that a trace has")
    #expect(ReplyKind.text.byteCount == 24)
  }
}
