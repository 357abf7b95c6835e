import KymoCore
import KymoTestSupport
import Testing

/// Many events: batches, counts, and the cuts between spans, which must not be seen in any outcome.
@Suite("Dispatch of runs") struct DispatchRunTests {
  /// Commands: 1 steps that end in all ways, 2 a batch, 3 without handlers in most stages.
  func map(_ batch: BatchHandler = RunningTotal()) -> CommandMap {
    var total = 0.0
    var map = CommandMap()
    map.validate("steps") { (exchange) throws(HandlerError) in
      let x = exchange.event.payload.acceleration.x
      if x > 95 { throw .invalidValue }
      return x < 10 ? .exit : .proceed
    }
    map.business("steps") { (exchange) throws(HandlerError) in
      let x = exchange.event.payload.acceleration.x
      total += x
      try exchange.append(.number(total))
      if x > 90 { throw HandlerError(code: 500) }
      return x > 80 ? .exit : .proceed
    }
    map.view("steps") { (exchange) throws(HandlerError) in
      guard case .number(let sum) = exchange.result(0) else { throw .missingParameter }
      if exchange.event.payload.acceleration.x > 20 {
        exchange.reply(Acceleration(x: sum, y: 1, z: 2))
      }
      return .proceed
    }
    map.error("steps") { (exchange) throws(HandlerError) in
      if exchange.failure != nil { exchange.reply(latitude: 1, longitude: 2, altitude: total) }
      return .proceed
    }
    map.batch("batch", batch)
    map.view("quiet", Handler())
    return map
  }

  static func events(_ count: Int, _ random: inout SeededRandom) -> [Event] {
    var command: UInt16 = 1
    return (0..<count).map { index in
      // 4 is the row of events that are passed on; 5 is in no table.
      if random.once(in: 20) { command = [0, 1, 2, 3, 5][random.below(5)] }
      return .sample(
        at: Int64(index),
        sequence: UInt32(index),
        command: command,
        x: Double(random.below(100))
      )
    }
  }

  @Test("Outcomes do not depend on how the events are cut into spans", arguments: 0..<12)
  func cuts(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let events = Self.events(3000, &random)
    var reference: [String] = []
    for cut in 0..<4 {
      var dispatcher = Dispatcher(table: try CommandTable(map()), sink: OutcomeList())
      var start = 0
      while start < events.count {
        let longest = [events.count, 1, 7, 600][cut]
        let length = min(events.count - start, cut < 2 ? longest : random.below(longest + 1))
        dispatcher.dispatch(events.span.extracting(start..<start + length), arena: .empty)
        start += length
      }
      let outcomes = dispatcher.sink.outcomes
      #expect(outcomes.map(\.index) == Array(0..<3000), "seed \(seed)")
      #expect(dispatcher.sink.events.map(\.sequence) == Array(0..<3000), "seed \(seed)")
      if cut == 0 { reference = outcomes.map(\.fields) }
      #expect(outcomes.map(\.fields) == reference, "seed \(seed), cut \(cut)")
      // Exactly one count for each event, under its command and its status.
      #expect(dispatcher.dispatchedCount == 3000)
      for command in 0..<5 as Range<UInt16> {
        for status in OutcomeStatus.allCases {
          let row = command <= 3 ? command : 0
          let expected = zip(events, outcomes).count {
            ($0.command.rawValue <= 3 ? $0.command.rawValue : 0) == row && $1.status == status
          }
          let counted = dispatcher.count(CommandID(rawValue: command), status)
          #expect(counted == (command == row ? UInt64(expected) : 0), "seed \(seed)")
        }
      }
      let ways = Set(outcomes.map(\.status))
      // There are no requests among them, so that none can be malformed.
      #expect(ways == Set(OutcomeStatus.allCases).subtracting([.malformed]), "seed \(seed)")
    }
  }

  @Test("A run of a batch command is split at 256 events and ends with the command")
  func runs() throws {
    let handler = RunningTotal()
    var dispatcher = Dispatcher(table: try CommandTable(map(handler)), sink: OutcomeList())
    var events = (0..<600).map { Event.sample(at: Int64($0), command: 2) }
    events[300].command = CommandID(rawValue: 3)
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(handler.runs == [256, 44, 256, 43])
    #expect(handler.seen == 256 + 44 + 256 + 43)
    #expect(dispatcher.sink.outcomes.map(\.index) == Array(0..<600))
    #expect(dispatcher.sink.announced == [600])
  }

  @Test("A batch handler that throws fails its whole run, and nothing before or after it")
  func batchThrows() throws {
    let handler = RunningTotal()
    handler.failsFrom = 260
    var dispatcher = Dispatcher(table: try CommandTable(map(handler)), sink: OutcomeList())
    let events = (0..<300).map { Event.sample(at: Int64($0), command: 2, x: 50) }
    dispatcher.dispatch(events.span, arena: .empty)
    let outcomes = dispatcher.sink.outcomes
    #expect(outcomes.prefix(256).allSatisfy { $0.status == .completed && $0.errorCode == 0 })
    for (index, outcome) in outcomes.enumerated().dropFirst(256) {
      let expected = Outcome(
        index: UInt64(index),
        status: .failed,
        stage: .business,
        errorCode: 777
      )
      #expect(outcome.fields == expected.fields)
    }
    #expect(dispatcher.count(CommandID(rawValue: 2), .failed) == 44)
    handler.failsFrom = .max
    let later = [Event.sample(at: 400, command: 2, x: 50)]
    dispatcher.dispatch(later.span, arena: .empty)
    #expect(dispatcher.sink.outcomes.last?.status == .completed)
    #expect(dispatcher.sink.outcomes.last?.index == 300)
  }

  @Test("An index outside the batch traps")
  func badIndex() async {
    await #expect(processExitsWith: .failure) {
      final class Overreach: BatchHandler {
        override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
          batch.reject(batch.count)
        }
      }
      var map = CommandMap()
      map.batch("batch", Overreach())
      var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
      let events = [Event.sample(at: 1)]
      dispatcher.dispatch(events.span, arena: .empty)
    }
  }

  @Test("An empty span is nothing")
  func nothing() throws {
    var dispatcher = Dispatcher(table: try CommandTable(map()), sink: OutcomeList())
    let none: [Event] = []
    dispatcher.dispatch(none.span, arena: .empty)
    #expect(dispatcher.dispatchedCount == 0)
    #expect(dispatcher.sink.outcomes.isEmpty)
  }
}
