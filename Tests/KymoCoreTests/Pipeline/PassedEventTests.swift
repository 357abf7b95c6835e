import KymoCore
import Testing

/// Events of channels that nobody listens to go past the handlers, in their order.
@Suite("Passed events") struct PassedEventTests {
  /// Notes what it is told, in order.
  private struct Notes: OutcomeSink {
    var lines: [String] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      lines.append("\(event.timestamp) \(outcome.index) \(outcome.status) \(message.text)")
    }

    mutating func pass(_ event: borrowing Event, message: RawSpan) {
      lines.append("\(event.timestamp) passed \(message.text)")
    }
  }

  /// A decoder that refuses every text.
  private final class Refusing: RequestDecoder {
    override func decode(
      _ text: RawSpan,
      into parameters: inout Parameters
    ) throws(HandlerError) { throw .notACall }
  }

  @Test("they reach the sink, and neither handler nor count nor index")
  func passed() throws {
    var map = CommandMap()
    map.decoder = Refusing()
    map.view("sum", Handler())
    map.batch("bulk", BatchHandler())
    let table = try CommandTable(map)
    let passed = table.passedCommand.rawValue
    #expect(table.name(of: table.passedCommand) == nil && table.id(of: "") == .unknown)
    var dispatcher = Dispatcher(table: table, sink: PairSink(Notes(), NoSink()))
    var requests = Requests()
    requests.add(.sample(at: 1))
    requests.add(.sample(at: 2, command: passed))
    requests.add("text", at: 3, command: passed)
    requests.add(.sample(at: 4, command: 2))
    requests.add(.sample(at: 5, command: passed))
    requests.add(.sample(at: 6, command: 2))
    requests.add("refused", at: 7)
    requests.add(.sample(at: 8, command: passed - 1))
    dispatcher.dispatch(requests)
    #expect(
      dispatcher.sink.first.lines == [
        "1 0 completed ", "2 passed ", "3 passed text", "4 1 completed ", "5 passed ",
        "6 2 completed ", "7 3 malformed refused", "8 4 unknownCommand ",
      ]
    )
    #expect(dispatcher.dispatchedCount == 5 && dispatcher.passedCount == 3)
    #expect(dispatcher.count(CommandID(rawValue: 1), .completed) == 1)
  }

  @Test("data reaches its handlers as it is, and no decoder")
  func data() throws {
    var map = CommandMap()
    map.decoder = Refusing()
    map.view("note") { exchange throws(HandlerError) in
      #expect(exchange.parameterCount == 0)
      guard let text = exchange.withData({ $0.text }) else { throw .wrongType }
      try exchange.reply(text: "heard \(text)")
      return .proceed
    }
    map.view("cdr") { exchange throws(HandlerError) in
      let value = try exchange.withCDR { cdr throws(CDRError) in try cdr.double() }
      exchange.reply(Acceleration(x: value, y: 0, z: 0))
      return .proceed
    }
    map.view("sample") { exchange throws(HandlerError) in
      #expect(exchange.withData { _ in true } == nil)
      exchange.reply(Acceleration(x: exchange.event.payload.double(5), y: 0, z: 0))
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    let queue = EventQueue(minimumCapacity: 8, arenaBytes: 1024)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    func event(_ kind: EventKind, _ command: UInt16, _ payload: Payload = Payload()) -> Event {
      Event(
        timestamp: Int64(command),
        sequence: 0,
        command: CommandID(rawValue: command),
        source: SourceID(rawValue: 16),
        kind: kind,
        payload: payload
      )
    }
    var message = CDRMessage()
    message.add(2.5)
    producer.push(event(.data, 1), bytes: Array("you".utf8))
    producer.push(event(.data, 2), bytes: message.bytes)
    producer.push(event(.data, 2), bytes: [0, 0, 0, 0])
    producer.push(event(.sample, 3, Payload(doubles: 0, 0, 0, 0, 0, 7)))
    producer.finish()
    while sequencer.poll({ dispatcher.dispatch($0, arena: $1) }) != .finished {}
    let outcomes = dispatcher.sink.outcomes
    try #require(outcomes.count == 4)
    #expect(outcomes.map(\.status) == [.completed, .completed, .failed, .completed])
    #expect(outcomes[0].replyKind == .text)
    #expect(outcomes[0].reply.textReply.cause == .request(SourceID(rawValue: 16), 0))
    #expect(outcomes[1].reply.acceleration.x == 2.5)
    #expect(HandlerError(code: outcomes[2].errorCode) == .unreadableData)
    #expect(outcomes[3].reply.acceleration.x == 7)
  }
}
