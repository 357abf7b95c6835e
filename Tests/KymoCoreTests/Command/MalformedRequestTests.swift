import KymoCore
import Testing

/// Requests that cannot be decoded: outcomes like any other, and no handler is troubled.
@Suite("Malformed requests") struct MalformedRequestTests {
  let log = Log()

  func map(_ decoder: RequestDecoder = WordDecoder()) -> CommandMap {
    var map = CommandMap()
    map.decoder = decoder
    for command in ["a", "b", "default"] {
      for stage in Stage.allCases { map.map(stage, command, log.step("\(command) \(stage)")) }
    }
    return map
  }

  @Test(
    "The code is that of the decoder; no handler runs, not even the error stage",
    arguments: [
      1, 16, 23, 300, UInt16.max,
    ]
  )
  func outcome(_ code: UInt16) throws {
    var dispatcher = Dispatcher(table: try CommandTable(map()), sink: OutcomeList())
    dispatcher.dispatch(Requests("t1 !\(code)"))
    let expected = Outcome(index: 0, status: .malformed, stage: .validate, errorCode: code)
    #expect(dispatcher.sink.outcomes.map(\.fields) == [expected.fields])
    #expect(log.take().isEmpty)
    #expect(dispatcher.dispatchedCount == 1)
  }

  @Test("They are counted under their command, and those of no command under the unknown")
  func counts() throws {
    var requests = Requests()
    requests.add("!16", at: 0)
    requests.add("i1", at: 1)
    requests.add("!17", at: 2, command: 2)
    requests.add("!18", at: 3, command: 99)
    requests.add("i1", at: 4, command: 99)
    requests.add("!19", at: 5, command: 0)
    requests.add("!20", at: 6)
    var dispatcher = Dispatcher(table: try CommandTable(map()), sink: OutcomeList())
    dispatcher.dispatch(requests)
    let statuses = dispatcher.sink.outcomes.map { "\($0.status) \($0.errorCode)" }
    #expect(
      statuses == [
        "malformed 16", "completed 0", "malformed 17", "malformed 18", "unknownCommand 0",
        "malformed 19", "malformed 20",
      ]
    )
    #expect(dispatcher.count(CommandID(rawValue: 1), .malformed) == 2)
    #expect(dispatcher.count(CommandID(rawValue: 1), .completed) == 1)
    #expect(dispatcher.count(CommandID(rawValue: 2), .malformed) == 1)
    #expect(dispatcher.count(CommandID(rawValue: 3), .malformed) == 0)
    #expect(dispatcher.count(.unknown, .malformed) == 2)
    #expect(dispatcher.count(.unknown, .unknownCommand) == 1)
    #expect(log.take().count == 6, "only one request reached its handlers")
  }

  @Test("Every request is decoded once, whatever its command; other events are not")
  func once() throws {
    let decoder = WordDecoder()
    var requests = Requests("i1")
    requests.add("i1", at: 1, command: 99)
    requests.add(.sample(at: 2))
    requests.add("!16", at: 3)
    var dispatcher = Dispatcher(table: try CommandTable(map(decoder)), sink: NoSink())
    dispatcher.dispatch(requests)
    #expect(decoder.decoded == 3)
  }

  @Test("A reference to a text that cannot be is malformed, and is not decoded")
  func bogusReference() throws {
    let decoder = WordDecoder()
    var event = Event.sample(at: 0)
    event.kind = .message
    event.payload = Payload(PayloadReference(offset: 0, length: .max))
    let events = [event]
    var dispatcher = Dispatcher(table: try CommandTable(map(decoder)), sink: OutcomeList())
    dispatcher.dispatch(events.span, arena: .empty)
    let expected = Outcome(index: 0, status: .malformed, stage: .validate, errorCode: 1)
    #expect(dispatcher.sink.outcomes.map(\.fields) == [expected.fields])
    #expect(decoder.decoded == 0)
  }

  @Test("A reply of the request before does not stick to it")
  func noReply() throws {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("a") { exchange in
      exchange.reply(Acceleration(x: 1, y: 2, z: 3))
      return .proceed
    }
    var requests = Requests("i1")
    requests.add("!16", at: 1)
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(requests)
    #expect(dispatcher.sink.outcomes.map(\.replyKind) == [.acceleration, .none])
    #expect(dispatcher.sink.outcomes[1].reply == Payload())
  }
}
