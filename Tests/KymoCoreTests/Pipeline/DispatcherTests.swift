import KymoCore
import Testing

/// The rules of the stages: what runs, what stops it, and what the outcome says.
@Suite("Dispatcher") struct DispatcherTests {
  let log = Log()

  /// Two handlers in every stage of "a", and two more in every stage of "default".
  func fullMap(
    _ replaced: [String: (inout Exchange) throws(HandlerError) -> Verdict] = [:]
  ) -> CommandMap {
    var map = CommandMap()
    for command in ["a", "default"] {
      for stage in Stage.allCases {
        for number in 1...2 {
          let name = "\(command) \(stage) \(number)"
          if let body = replaced[name] {
            map.map(stage, command, log.step(name, body))
          } else {
            map.map(stage, command, log.step(name))
          }
        }
      }
    }
    return map
  }

  func run(_ map: CommandMap, _ events: [Event]) throws -> [Outcome] {
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(dispatcher.dispatchedCount == UInt64(events.count))
    #expect(dispatcher.sink.outcomes.map(\.index) == Array(0..<UInt64(events.count)))
    return dispatcher.sink.outcomes
  }

  static func lines(_ command: String, _ stage: Stage) -> [String] {
    ["\(command) \(stage) 1", "\(command) \(stage) 2"]
  }

  static let allOfA = [Stage.validate, .business, .view].flatMap {
    lines("default", $0) + lines("a", $0)
  }
  static let errorsOfA = lines("default", .error) + lines("a", .error)

  @Test("Handlers of default run first in every stage")
  func defaultFirst() throws {
    let outcomes = try run(fullMap(), [.sample(at: 1, command: 1)])
    #expect(log.take() == Self.allOfA)
    #expect(outcomes[0].fields == Outcome(index: 0, status: .completed).fields)
  }

  @Test("The command named default runs its handlers once")
  func defaultItself() throws {
    let outcomes = try run(fullMap(), [.sample(at: 1, command: 2)])
    let expected = [Stage.validate, .business, .view].flatMap { Self.lines("default", $0) }
    #expect(log.take() == expected)
    #expect(outcomes[0].status == .completed)
  }

  @Test("Default handlers mapped after a command still run before it")
  func defaultMappedLast() throws {
    var map = CommandMap()
    map.view("a", log.step("a"))
    map.view("default", log.step("default"))
    _ = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == ["default", "a"])
  }

  @Test(
    "A validation that exits runs the error stage and nothing else",
    arguments: [("default", 1, 0), ("default", 2, 1), ("a", 1, 2), ("a", 2, 3)]
  )
  func validationExit(_ command: String, _ number: Int, _ handler: UInt8) throws {
    var seenFailures: [HandlerError?] = []
    let map = fullMap([
      "\(command) validate \(number)": { (_) throws(HandlerError) in .exit },
      "a error 1": { (exchange) throws(HandlerError) in
        seenFailures.append(exchange.failure)
        return .proceed
      },
    ])
    let outcomes = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == Self.allOfA.prefix(Int(handler) + 1) + Self.errorsOfA)
    let expected = Outcome(
      index: 0,
      status: .validationFailed,
      stage: .validate,
      handler: handler
    )
    #expect(outcomes[0].fields == expected.fields)
    #expect(seenFailures == [nil])
  }

  @Test("A business handler that exits ends the request without view or error")
  func businessExit() throws {
    let map = fullMap(["a business 1": { (_) throws(HandlerError) in .exit }])
    let outcomes = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == Array(Self.allOfA.prefix(7)))
    let expected = Outcome(index: 0, status: .exited, stage: .business, handler: 2)
    #expect(outcomes[0].fields == expected.fields)
  }

  @Test("A view that exits stops later views, and the request is completed")
  func viewExit() throws {
    let map = fullMap(["default view 2": { (_) throws(HandlerError) in .exit }])
    let outcomes = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == Array(Self.allOfA.prefix(10)))
    #expect(outcomes[0].fields == Outcome(index: 0, status: .completed).fields)
  }

  @Test("A handler that throws runs the error stage, which sees why", arguments: 0..<12)
  func thrown(_ position: Int) throws {
    let stage = Stage.allCases[position / 4]
    let error = HandlerError(code: UInt16(300 + position))
    var seenFailures: [HandlerError?] = []
    let map = fullMap([
      Self.allOfA[position]: { (_) throws(HandlerError) in throw error },
      "default error 2": { (exchange) throws(HandlerError) in
        seenFailures.append(exchange.failure)
        return .proceed
      },
    ])
    let outcomes = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == Self.allOfA.prefix(position + 1) + Self.errorsOfA)
    let expected = Outcome(
      index: 0,
      status: .failed,
      stage: stage,
      handler: UInt8(position % 4),
      errorCode: error.code
    )
    #expect(outcomes[0].fields == expected.fields)
    #expect(seenFailures == [error])
  }

  @Test("An error stage that exits or throws ends there, and changes nothing else")
  func errorStageEnds() throws {
    try expectErrorStageEnds { (_) throws(HandlerError) in .exit }
    try expectErrorStageEnds { (_) throws(HandlerError) in throw HandlerError(code: 999) }
  }

  func expectErrorStageEnds(
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict
  ) throws {
    let map = fullMap([
      "a view 2": { (_) throws(HandlerError) in throw HandlerError.unavailable },
      "default error 2": body,
    ])
    let outcomes = try run(map, [.sample(at: 1, command: 1)])
    #expect(log.take() == Self.allOfA + Self.errorsOfA.prefix(2))
    #expect(outcomes[0].status == .failed)
    #expect(outcomes[0].errorCode == HandlerError.unavailable.code)
    #expect(outcomes[0].stage == .view)
  }

  @Test("A failure is not seen outside the error stage, nor by later events")
  func failureDoesNotLinger() throws {
    var seen: [HandlerError?] = []
    var map = CommandMap()
    map.validate("a") { (exchange) throws(HandlerError) in
      seen.append(exchange.failure)
      if exchange.event.timestamp == 1 { throw .wrongType }
      return .proceed
    }
    map.error("a") { (exchange) throws(HandlerError) in
      seen.append(exchange.failure)
      return .proceed
    }
    _ = try run(map, [.sample(at: 1), .sample(at: 2)])
    #expect(seen == [nil, .wrongType, nil])
  }

  @Test("Results are seen by later business handlers and by views, not by the next event")
  func results() throws {
    var seen: [String] = []
    func look(_ exchange: borrowing Exchange) -> String {
      (-1...exchange.resultCount).map { index in
        guard case .integer(let number) = exchange.result(index) else { return "-" }
        return "\(number)"
      }.joined()
    }
    var map = CommandMap()
    map.validate("a") { (exchange) throws(HandlerError) in
      seen.append("validate " + look(exchange))
      return .proceed
    }
    for number in 1...2 as ClosedRange<Int64> {
      map.business("a") { (exchange) throws(HandlerError) in
        seen.append("business " + look(exchange))
        try exchange.append(.integer(exchange.event.timestamp + number))
        return .proceed
      }
    }
    map.view("a") { (exchange) throws(HandlerError) in
      seen.append("view " + look(exchange))
      return .proceed
    }
    _ = try run(map, [.sample(at: 1), .sample(at: 5)])
    #expect(
      seen == [
        "validate --", "business --", "business -2-", "view -23-",
        "validate --", "business --", "business -6-", "view -67-",
      ]
    )
  }

  @Test("One result more than a request may collect fails it")
  func resultsLimit() throws {
    var map = CommandMap()
    map.business("a") { (exchange) throws(HandlerError) in
      let wanted = Exchange.maximumResults + Int(exchange.event.timestamp)
      for _ in 0..<wanted { try exchange.append(.none) }
      return .proceed
    }
    map.error("a") { (exchange) throws(HandlerError) in
      #expect(exchange.resultCount == Exchange.maximumResults)
      return .proceed
    }
    let outcomes = try run(map, [.sample(at: 0), .sample(at: 1), .sample(at: 2)])
    #expect(outcomes.map(\.status) == [.completed, .failed, .failed])
    #expect(outcomes[1].errorCode == HandlerError.tooManyResults.code)
  }

  @Test("The last reply counts, and none outlives its event")
  func replies() throws {
    var map = CommandMap()
    map.view("a") { (exchange) throws(HandlerError) in
      if exchange.event.timestamp == 1 { exchange.reply(Acceleration(x: 1, y: 2, z: 3)) }
      if exchange.event.timestamp == 3 { throw .unavailable }
      return .proceed
    }
    map.view("a") { (exchange) throws(HandlerError) in
      if exchange.event.timestamp == 1 { exchange.reply(latitude: 4, longitude: 5, altitude: 6) }
      return .proceed
    }
    map.error("a") { (exchange) throws(HandlerError) in
      exchange.reply(Acceleration(x: 7, y: 8, z: 9))
      return .proceed
    }
    let outcomes = try run(map, [.sample(at: 1), .sample(at: 2), .sample(at: 3), .sample(at: 4)])
    #expect(outcomes.map(\.replyKind) == [.coordinates, .none, .acceleration, .none])
    #expect(outcomes[0].reply.acceleration == Acceleration(x: 4, y: 5, z: 6))
    #expect(outcomes[1].reply == Payload())
    #expect(outcomes[2].reply.acceleration == Acceleration(x: 7, y: 8, z: 9))
    #expect(outcomes[3].reply == Payload())
  }

  @Test(
    "A command that the table does not know is an outcome of its own",
    arguments: [0, 3, .max - 1]
  )
  func unknown(_ command: UInt16) throws {
    var dispatcher = Dispatcher(table: try CommandTable(fullMap()), sink: OutcomeList())
    let events = [Event.sample(at: 1, command: command)]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(log.take().isEmpty)
    let expected = Outcome(index: 0, status: .unknownCommand)
    #expect(dispatcher.sink.outcomes.map(\.fields) == [expected.fields])
    #expect(dispatcher.count(.unknown, .unknownCommand) == 1)
    #expect(dispatcher.count(CommandID(rawValue: .max), .unknownCommand) == 0)
  }

  @Test("A message is read in its handler; an event without one has none")
  func message() throws {
    var seen: [[UInt8]?] = []
    var map = CommandMap()
    map.business("a") { (exchange) throws(HandlerError) in
      seen.append(exchange.withMessage(UnsafeBytes.copy))
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
    let queue = EventQueue(minimumCapacity: 4, arenaBytes: 64)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    producer.push(.sample(at: 1), bytes: [9, 8, 7])
    producer.push(.sample(at: 2))
    producer.finish()
    let progress = sequencer.poll { events, arena in dispatcher.dispatch(events, arena: arena) }
    #expect(progress == .dispatched(2))
    #expect(seen == [[9, 8, 7], nil])
  }

  @Test("Every sink of a pair is told")
  func pair() throws {
    let sink = PairSink(OutcomeList(), PairSink(NoSink(), OutcomeList()))
    var dispatcher = Dispatcher(table: try CommandTable(fullMap()), sink: sink)
    let events = [Event.sample(at: 1), .sample(at: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    let (first, last) = (dispatcher.sink.first, dispatcher.sink.second.second)
    #expect(first.outcomes.count == 2)
    #expect(last.outcomes.count == 2)
    #expect(first.announced == [2])
    #expect(last.announced == [2])
  }
}
