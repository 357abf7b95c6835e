import KymoCore
import KymoTestSupport
import Testing

/// Events that handlers raise for later: when they come, and that none is lost.
@Suite("Raised events") struct RaisedEventTests {
  /// What the handlers of a dispatcher saw, in order.
  final class Seen {
    var lines: [String] = []
    var raised: [RaisedEvent] = []
  }

  let seen = Seen()

  /// Commands: 1 "in", whose handler is `body`, which gets the id of 2, "later".
  func dispatcher(
    _ body: @escaping (inout Exchange, CommandID) throws(HandlerError) -> Void
  ) throws -> Dispatcher<OutcomeList> {
    let seen = seen
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.business("in", Handler())
    let later = map.raise("later")
    map.view("in") { (exchange) throws(HandlerError) in
      seen.lines.append("in \(exchange.event.timestamp)")
      try body(&exchange, later)
      return .proceed
    }
    map.view("later") { exchange in
      let event = exchange.event
      seen.lines.append("later \(event.timestamp) \(event.payload.word0)")
      #expect(event.source == .device && exchange.parameterCount == 0)
      return .proceed
    }
    return Dispatcher(table: try CommandTable(map), sink: OutcomeList())
  }

  static func payload(_ number: UInt64) -> Payload {
    var payload = Payload()
    payload.word0 = number
    return payload
  }

  @Test("They come after the inputs of their time and before later ones")
  func order() throws {
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      if exchange.event.timestamp == 1 { try exchange.raise(later, at: 5) }
    }
    let events = [1, 4, 5, 5, 6].map { Event.sample(at: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(seen.lines == ["in 1", "in 4", "in 5", "in 5", "later 5 0", "in 6"])
    #expect(dispatcher.sink.outcomes.map(\.index) == Array(0..<6))
    #expect(dispatcher.sink.outcomes.allSatisfy { $0.status == .completed })
    #expect(dispatcher.count(CommandID(rawValue: 2), .completed) == 1)
    #expect(dispatcher.dispatchedCount == 6)
    #expect(dispatcher.table.raisedCommands == [CommandID(rawValue: 2)])
  }

  @Test("Inputs of every source come before them, those with a message too")
  func afterAllSources() throws {
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      if exchange.event.timestamp == 0 { try exchange.raise(later, at: 9) }
    }
    var requests = Requests()
    requests.add(.sample(at: 0))
    requests.add(.sample(at: 9, source: 1))
    requests.add(.sample(at: 9, source: 2))
    requests.add("i1", at: 9)
    dispatcher.dispatch(requests)
    dispatcher.advance(to: 10)
    #expect(seen.lines == ["in 0", "in 9", "in 9", "in 9", "later 9 0"])
  }

  @Test("Two at one time come in the order of raising, earlier ones first")
  func ties() throws {
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      for (number, time) in [7, 3, 7, 3, 5, 7].enumerated() {
        try exchange.raise(later, at: Int64(time), payload: Self.payload(UInt64(number)))
      }
    }
    let events = [Event.sample(at: 0)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.finish()
    #expect(
      seen.lines == [
        "in 0", "later 3 1", "later 3 3", "later 5 4", "later 7 0", "later 7 2", "later 7 5",
      ]
    )
    #expect(dispatcher.sink.events.dropFirst().map(\.sequence) == [1, 3, 4, 0, 2, 5])
  }

  @Test("What lies in the past is raised for now")
  func past() throws {
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      guard exchange.event.timestamp == 5 else { return }
      try exchange.raise(later, at: 2)
      try exchange.raise(later, at: .min)
    }
    let events = [5, 5, 6].map { Event.sample(at: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(
      seen.lines
        == ["in 5", "in 5", "later 5 0", "later 5 0", "later 5 0", "later 5 0", "in 6"]
    )
  }

  @Test("A raised event carries its kind and payload, and may raise others")
  func chain() throws {
    var map = CommandMap()
    let later = map.raise("later")
    var seen: [Int64] = []
    map.business("later") { (exchange) throws(HandlerError) in
      let event = exchange.event
      seen.append(event.timestamp)
      #expect(event.kind == .location && event.payload.location.latitude == 46)
      if event.timestamp < 30 {
        try exchange.raise(later, at: event.timestamp + 10, kind: .location, payload: event.payload)
      }
      return .proceed
    }
    map.business("in") { (exchange) throws(HandlerError) in
      let fix = Location(latitude: 46, longitude: 7, fixTimestamp: 3)
      try exchange.raise(later, at: 10, kind: .location, payload: Payload(fix))
      return .proceed
    }
    #expect(map.raise("later") == later, "it is named once")
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
    let events = [Event.sample(at: 0, command: 2), .sample(at: 25, command: 99)]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(seen == [10, 20])
    dispatcher.advance(to: 31)
    #expect(seen == [10, 20, 30])
  }

  @Test("One that is taken back does not come, and cannot be taken back twice")
  func cancel() throws {
    let seen = seen
    var answers: [Bool] = []
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      switch exchange.event.timestamp {
      case 0:
        for number in 0..<4 as Range<UInt64> {
          seen.raised.append(
            try exchange.raise(later, at: 10, payload: Self.payload(number))
          )
        }
      case 1: answers += [1, 1, 3].map { exchange.cancel(seen.raised[$0]) }
      case 11: answers += [0, 1, 2].map { exchange.cancel(seen.raised[$0]) }
      default: break
      }
    }
    let events = [0, 1, 11].map { Event.sample(at: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(seen.lines == ["in 0", "in 1", "later 10 0", "later 10 2", "in 11"])
    #expect(answers == [true, false, true, false, false, false])
    dispatcher.finish()
    #expect(dispatcher.dispatchedCount == 5)
  }

  @Test("The one that is next can be taken back; then the one behind it is next")
  func cancelNext() throws {
    let seen = seen
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      switch exchange.event.timestamp {
      case 0: seen.raised = [try exchange.raise(later, at: 2), try exchange.raise(later, at: 4)]
      case 1:
        let isTaken = exchange.cancel(seen.raised[0])
        #expect(isTaken)
      default: break
      }
    }
    let events = [0, 1, 3, 5].map { Event.sample(at: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(seen.lines == ["in 0", "in 1", "in 3", "later 4 0", "in 5"])
  }

  @Test("So many may wait, and one more is refused; the others come")
  func full() throws {
    let limit = Exchange.maximumRaisedEvents
    #expect(limit == 1024)
    let seen = seen
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      if exchange.event.timestamp == 2 {
        let isTaken = exchange.cancel(seen.raised[500])
        #expect(isTaken)
      }
      let wanted = [limit, 1, 1][Int(exchange.event.timestamp)]
      for number in 0..<wanted {
        seen.raised.append(try exchange.raise(later, at: Int64(100 + number)))
      }
    }
    let events = [0, 1, 2].map { Event.sample(at: $0) }
    dispatcher.dispatch(events.span, arena: .empty)
    let outcomes = dispatcher.sink.outcomes
    #expect(outcomes.map(\.status) == [.completed, .failed, .completed])
    #expect(outcomes[1].errorCode == HandlerError.unavailable.code)
    #expect(seen.raised.count == limit + 1)
    dispatcher.advance(to: 100)
    #expect(dispatcher.dispatchedCount == 3)
    dispatcher.advance(to: 102)
    // 100 twice: the first of all, and the one that found room at last.
    #expect(dispatcher.dispatchedCount == 6)
    dispatcher.finish()
    #expect(dispatcher.dispatchedCount == UInt64(3 + limit))
  }

  @Test("A time without inputs dispatches what is due before it, and tells the sink")
  func advance() throws {
    var dispatcher = try dispatcher { (exchange, later) throws(HandlerError) in
      for time in [10, 20] { try exchange.raise(later, at: Int64(time)) }
    }
    dispatcher.advance(to: .max)
    #expect(dispatcher.sink.announced.isEmpty)
    let events = [Event.sample(at: 0)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.advance(to: 10)
    #expect(dispatcher.sink.announced == [1], "an input at 10 could still come first")
    dispatcher.advance(to: 11)
    #expect(seen.lines == ["in 0", "later 10 0"])
    dispatcher.advance(to: 11)
    #expect(dispatcher.sink.announced == [1, 0])
    dispatcher.advance(to: 1000)
    #expect(dispatcher.sink.announced == [1, 0, 0] && dispatcher.dispatchedCount == 3)
  }

  @Test("The end dispatches what waits, each at its time, and refuses what is raised then")
  func finish() throws {
    var map = CommandMap()
    let later = map.raise("later")
    map.view("in") { (exchange) throws(HandlerError) in
      for time in [50, 40, .max] as [Int64] { try exchange.raise(later, at: time) }
      return .proceed
    }
    map.view("later") { (exchange) throws(HandlerError) in
      try exchange.raise(later, at: exchange.event.timestamp)
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    let events = [Event.sample(at: 0, command: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.finish()
    #expect(dispatcher.sink.events.map(\.timestamp) == [0, 40, 50, .max])
    #expect(dispatcher.sink.outcomes.map(\.status) == [.completed, .failed, .failed, .failed])
    #expect(dispatcher.sink.outcomes.dropFirst().allSatisfy { $0.errorCode == 5 })
    dispatcher.finish()
    #expect(dispatcher.dispatchedCount == 4)
  }

  @Test("Events that raise each other for the present come to an end, and later ones come again")
  func endless() throws {
    var map = CommandMap()
    let later = map.raise("later")
    for name in ["in", "later"] {
      map.view(name) { (exchange) throws(HandlerError) in
        try exchange.raise(later, at: exchange.event.timestamp)
        return .proceed
      }
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    for round in 1...2 as ClosedRange<Int64> {
      dispatcher.dispatch([Event.sample(at: round, command: 2)].span, arena: .empty)
      dispatcher.advance(to: round + 1)
      let outcomes = dispatcher.sink.outcomes.suffix(Exchange.maximumRaisedEvents + 1)
      #expect(dispatcher.dispatchedCount == UInt64(round) * UInt64(outcomes.count))
      #expect(outcomes.dropLast().allSatisfy { $0.status == .completed })
      #expect(outcomes.last?.errorCode == HandlerError.unavailable.code)
    }
  }

  @Test("A run of a batch is split where an event is due, and a raised batch is one of one")
  func batches() throws {
    let handler = RunningTotal()
    var map = CommandMap()
    map.batch("batch", handler)
    let later = map.raise("later")
    let raisedBatch = map.raise("batch")
    map.view("later", Handler())
    map.view("in") { (exchange) throws(HandlerError) in
      try exchange.raise(later, at: 4)
      try exchange.raise(later, at: 4)
      try exchange.raise(raisedBatch, at: 7)
      try exchange.raise(later, at: 100)
      return .proceed
    }
    let events =
      [Event.sample(at: 0, command: 3)]
      + [1, 2, 4, 4, 5, 7, 8, 9].map { Event.sample(at: $0, command: 1, x: 50) }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(handler.runs == [4, 2, 1, 2])
    #expect(dispatcher.sink.events.map(\.timestamp) == [0, 1, 2, 4, 4, 4, 4, 5, 7, 7, 8, 9])
    #expect(dispatcher.sink.events.map(\.command.rawValue) == [3, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1])
    #expect(dispatcher.sink.outcomes.map(\.index) == Array(0..<12))
  }

  @Test("A command that the table does not know can be raised: that is an outcome, too")
  func unknown() throws {
    var dispatcher = try dispatcher { (exchange, _) throws(HandlerError) in
      try exchange.raise(CommandID(rawValue: 77), at: 1)
    }
    let events = [Event.sample(at: 0)]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.finish()
    #expect(dispatcher.sink.outcomes.map(\.status) == [.completed, .unknownCommand])
    #expect(dispatcher.count(.unknown, .unknownCommand) == 1)
  }

  @Test("A raised event with a message traps: its bytes would not last")
  func message() async {
    await #expect(processExitsWith: .failure) {
      var map = CommandMap()
      let later = map.raise("later")
      map.view("in") { (exchange) throws(HandlerError) in
        try exchange.raise(later, at: 1, kind: .message)
        return .proceed
      }
      var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
      let events = [Event.sample(at: 0, command: 2)]
      dispatcher.dispatch(events.span, arena: .empty)
    }
  }

  // MARK: Against a model

  /// What the event numbered `id` raises: times from its own, some of them before it, and numbers.
  static func raises(_ id: UInt64, at now: Int64) -> [(time: Int64, id: UInt64)] {
    var random = SeededRandom(seed: id)
    let count = [0, 0, 1, 1, 2][random.below(5)]
    return (0..<count).map { _ in (now + Int64(random.below(12)) - 3, random.next()) }
  }

  /// The order of numbers by a plain list that is searched for the next one every time.
  static func model(_ inputs: [Event], until end: Int64?) -> [UInt64] {
    var order: [UInt64] = []
    var waiting: [(time: Int64, id: UInt64)] = []
    func raise(_ id: UInt64, at now: Int64) {
      waiting += raises(id, at: now).map { (max($0.time, now), $0.id) }
    }
    func run(before time: Int64) {
      while let next = waiting.indices.min(by: { (waiting[$0].time, $0) < (waiting[$1].time, $1) }),
        waiting[next].time < time
      {
        let event = waiting.remove(at: next)
        order.append(event.id)
        raise(event.id, at: event.time)
      }
    }
    for input in inputs {
      run(before: input.timestamp)
      order.append(input.payload.word0)
      raise(input.payload.word0, at: input.timestamp)
    }
    if let end { run(before: end) }
    return order
  }

  @Test("The order is that of a plain model, however the inputs are cut", arguments: 0..<40)
  func property(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var time: Int64 = 0
    let inputs = (0..<200).map { index in
      time += Int64(random.below(4))
      var event = Event.sample(at: time, sequence: UInt32(index))
      event.payload = Self.payload(random.next())
      return event
    }
    let expected = Self.model(inputs, until: time + 40)
    for longest in [1, 3, 50, 200] {
      var map = CommandMap()
      let later = map.raise("later")
      var order: [UInt64] = []
      for command in ["later", "in"] {
        map.business(command) { (exchange) throws(HandlerError) in
          let event = exchange.event
          order.append(event.payload.word0)
          for next in Self.raises(event.payload.word0, at: event.timestamp) {
            try exchange.raise(later, at: next.time, payload: Self.payload(next.id))
          }
          return .proceed
        }
      }
      var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
      var start = 0
      while start < inputs.count {
        let length = min(inputs.count - start, 1 + random.below(longest))
        var events = Array(inputs[start..<start + length])
        for index in events.indices { events[index].command = CommandID(rawValue: 2) }
        dispatcher.dispatch(events.span, arena: .empty)
        start += length
        // A promise up to the next input changes nothing.
        if start < inputs.count, random.once(in: 2) {
          dispatcher.advance(to: inputs[start].timestamp)
        }
      }
      dispatcher.advance(to: time + 40)
      #expect(order == expected, "seed \(seed), spans of up to \(longest)")
      let times = dispatcher.sink.events.map(\.timestamp)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
      #expect(dispatcher.sink.outcomes.map(\.index) == Array(0..<UInt64(order.count)))
    }
  }
}
