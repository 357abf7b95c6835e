import KymoCore
import KymoTestSupport
import Testing

/// Events that a sink raises in answer to what it was told.
@Suite("Sinks that raise events") struct SinkRaiserTests {
  /// What a sink does after one event.
  typealias Answer = (_ event: Event, _ reply: String, inout SinkRaiser) throws -> Void

  /// A page: it reads replies, and answers with calls.
  struct PageSink: OutcomeSink {
    let answer: Answer
    var lines: [String] = []
    var events: [Event] = []
    private var last: (event: Event, reply: String)?

    init(_ answer: @escaping Answer) { self.answer = answer }

    static var mayRaise: Bool { true }

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      let event = copy event
      events.append(event)
      var line = "\(event.timestamp)/\(event.source.rawValue)/\(event.sequence)"
      if event.kind == .message { line += " \(message.text)" }
      if outcome.replyKind == .text { line += " -> \(reply.text)" }
      lines.append(line)
      last = (event, reply.text)
    }

    mutating func respond(_ raising: inout SinkRaiser) {
      guard let (event, reply) = last.take() else { return }
      do { try answer(event, reply, &raising) } catch { lines.append("\(error)") }
    }
  }

  /// A sink whose timer is due while nothing arrives.
  struct TimerSink: OutcomeSink {
    var times: [Int64] = []

    static var mayRaise: Bool { true }

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { times.append(event.timestamp) }

    mutating func respond(_ raising: inout SinkRaiser) {
      guard times.isEmpty else { return }
      do { try raising.raise(call, at: 0, source: page) } catch { times.append(.min) }
    }
  }

  @Test("a sink that is woken raises events strictly after that time") func woken() throws {
    var map = CommandMap()
    map.view("echo") { _ in .proceed }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: TimerSink())
    #expect(dispatcher.nextRaised == .max)
    dispatcher.wake(at: 100)
    #expect(dispatcher.nextRaised == 101)
    dispatcher.advance(to: 101)
    #expect(dispatcher.sink.times == [])
    dispatcher.advance(to: 102)
    #expect(dispatcher.sink.times == [101])
    #expect(dispatcher.nextRaised == .max)
  }

  static let page = SourceID(rawValue: 8)
  static let call = CommandID(rawValue: 1)

  /// Command 1 echoes its text; command 2 is a batch.
  func dispatcher(_ answer: @escaping Answer) throws -> Dispatcher<PageSink> {
    var map = CommandMap()
    map.decoder = WordDecoder(textCapacity: SinkRaiser.maximumTextBytes)
    map.view("echo") { (exchange) throws(HandlerError) in
      var text = ""
      exchange.withMessage { text = $0.text }
      if text.utf8.count > 100 { text = "\(text.utf8.count) bytes" }
      try UnsafeBytes.lend(Array(text.utf8)) { (bytes) throws(HandlerError) in
        try exchange.reply(text: bytes)
      }
      return .proceed
    }
    map.batch("batch", RunningTotal())
    return Dispatcher(table: try CommandTable(map), sink: PageSink(answer))
  }

  static func raise(
    _ text: String,
    at time: Int64,
    _ raising: inout SinkRaiser
  ) throws(HandlerError) -> RaisedEvent {
    try UnsafeBytes.lend(Array(text.utf8)) { (bytes) throws(HandlerError) in
      try raising.raise(call, at: time, source: page, message: bytes)
    }
  }

  @Test("A call in answer to a reply lies 1 ns after it, carries its text, and gets its own reply")
  func answers() throws {
    var dispatcher = try dispatcher { event, reply, raising in
      if reply == "i1" { _ = try Self.raise("i2", at: 0, &raising) }
      if reply == "i2" { _ = try Self.raise("i3", at: event.timestamp + 10, &raising) }
    }
    var requests = Requests()
    requests.add("i1", at: 5)
    requests.add("i9", at: 6)
    requests.add("i8", at: 16)
    requests.add("i7", at: 17)
    dispatcher.dispatch(requests)
    dispatcher.finish()
    // At one time the bridge, source 3, goes before the page, source 8.
    #expect(
      dispatcher.sink.lines == [
        "5/3/0 i1 -> i1", "6/3/1 i9 -> i9", "6/8/0 i2 -> i2", "16/3/2 i8 -> i8",
        "16/8/1 i3 -> i3", "17/3/3 i7 -> i7",
      ]
    )
  }

  @Test(
    "The order of all events holds, whatever the sources, the times and the cuts",
    arguments: 0..<20
  )
  func order(_ seed: UInt64) throws {
    var reference: [String] = []
    for cut in [1, 3, 1000] {
      var random = SeededRandom(seed: seed)
      var dispatcher = try dispatcher { event, _, raising in
        // What is raised depends on the event alone.
        var random = SeededRandom(seed: UInt64(bitPattern: event.timestamp) &* 31 &+ seed)
        guard event.source.rawValue != 8 || random.once(in: 3), random.once(in: 2) else { return }
        for _ in 0..<random.below(3) {
          let time = event.timestamp + Int64(random.below(6)) - 2
          if random.once(in: 2) {
            _ = try Self.raise("t\(time)", at: time, &raising)
          } else {
            let source = SourceID(rawValue: UInt8(9 + random.below(3)))
            try raising.raise(CommandID(rawValue: 2), at: time, source: source)
          }
        }
      }
      var events: [Event] = []
      var time: Int64 = 0
      for sequence in 0..<300 as Range<UInt32> {
        time += Int64(random.below(3))
        let source = UInt8(1 + random.below(2) * 19)
        events.append(
          .sample(
            at: time,
            source: source,
            sequence: sequence,
            command: UInt16(1 + random.below(2))
          )
        )
      }
      events.sort { $0.precedes($1) }
      var start = 0
      while start < events.count {
        let end = min(events.count, start + cut)
        dispatcher.dispatch(events.span.extracting(start..<end), arena: .empty)
        start = end
      }
      dispatcher.finish()
      let seen = dispatcher.sink.events
      #expect(seen.count > 400, "seed \(seed)")
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.precedes($1) }, "seed \(seed)")
      if cut == 1 { reference = dispatcher.sink.lines }
      #expect(dispatcher.sink.lines == reference, "seed \(seed), cut \(cut)")
    }
  }

  @Test("Texts of events that wait stay whole when others are taken, or taken back")
  func texts() throws {
    var waiting: [(text: String, event: RaisedEvent)] = []
    var expected: [String] = []
    var dispatcher = try dispatcher { event, _, raising in
      guard event.source == .accelerometer else { return }
      for number in 0..<50 {
        let text = String(repeating: "\(number % 10)", count: number)
        let time = event.timestamp + 1 + Int64(number % 7)
        waiting.append((text, try Self.raise(text, at: time, &raising)))
      }
      var taken: [Bool] = []
      for place in [40, 3, 17, 3] { taken.append(raising.cancel(waiting[place].event)) }
      #expect(taken == [true, true, true, false])
      expected = waiting.indices.filter { ![40, 3, 17].contains($0) }.sorted {
        ($0 % 7, $0) < ($1 % 7, $1)
      }.map { waiting[$0].text }
    }
    let events = [Event.sample(at: 0, command: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.finish()
    let texts = dispatcher.sink.lines.dropFirst().map { $0.split(separator: " ")[1] }
    #expect(dispatcher.sink.lines.count == 48)
    #expect(texts.map(String.init) == expected.map { $0.isEmpty ? "->" : $0 })
  }

  @Test("What does not fit is refused with an error, and room comes back")
  func limits() throws {
    let long = String(repeating: "x", count: SinkRaiser.maximumTextBytes)
    var dispatcher = try dispatcher { event, _, raising in
      guard event.source == .accelerometer else { return }
      let tooLong = Self.error(long + "x", &raising)
      #expect(tooLong == .tooLong)
      var held: [RaisedEvent] = []
      for _ in 0..<4 { held.append(try Self.raise(long, at: 9, &raising)) }
      let full = Self.error("x", &raising)
      #expect(full == .unavailable)
      let isTaken = raising.cancel(held[1])
      #expect(isTaken)
      _ = try Self.raise("again", at: 8, &raising)
    }
    let events = [Event.sample(at: 0, command: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.finish()
    let bytes = "-> \(long.utf8.count) bytes"
    #expect(dispatcher.sink.lines.count == 5)
    #expect(dispatcher.sink.lines[1] == "8/8/4 again -> again")
    #expect(dispatcher.sink.lines.dropFirst(2).allSatisfy { $0.hasSuffix(bytes) })
    var late: HandlerError?
    dispatcher.sink = PageSink { _, _, raising in late = Self.error("late", &raising) }
    let more = [Event.sample(at: 10, command: 2)]
    dispatcher.dispatch(more.span, arena: .empty)
    #expect(late == .unavailable, "after the end nothing is raised")
  }

  /// The error with which a text cannot be raised; nil if it can.
  static func error(_ text: String, _ raising: inout SinkRaiser) -> HandlerError? {
    do throws(HandlerError) {
      _ = try raise(text, at: 9, &raising)
      return nil
    } catch { return error }
  }
}
