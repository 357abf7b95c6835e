import KymoCore
import Testing

/// The mistakes of the code printed in 2009 that are rules of dispatch: mended, and as they were.
///
/// The numbers are those of the list of bugs; the others are tested where the bridge and the commands are.
@Suite("Dispatch rules") struct DispatchRulesTests {
  let log = Log()

  func dispatcher(
    _ rules: DispatchRules,
    _ fill: (inout CommandMap) -> Void
  ) throws -> Dispatcher<OutcomeList> {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.rules = rules
    fill(&map)
    return Dispatcher(table: try CommandTable(map), sink: OutcomeList())
  }

  // As printed, the loop over the default objects never advanced: it ran for ever, or skipped what was
  // mapped. Nobody can have recorded that, and so both rules do what was meant.
  @Test(
    "B1: default handlers run once each, before the command's own",
    arguments: [
      DispatchRules.strict, .legacy,
    ]
  )
  func defaults(_ rules: DispatchRules) throws {
    var dispatcher = try dispatcher(rules) { map in
      for command in ["a", "default"] {
        for stage in [Stage.validate, .business] {
          for number in 1...2 {
            map.map(stage, command, log.step("\(command) \(stage) \(number)"))
          }
        }
      }
    }
    let events = [Event.sample(at: 0), .sample(at: 1, command: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    let defaults = ["validate", "business"].map { stage in
      (1...2).map { "default \(stage) \($0)" }
    }
    let own = ["validate", "business"].map { stage in (1...2).map { "a \(stage) \($0)" } }
    #expect(
      log.take() == defaults[0] + own[0] + defaults[1] + own[1] + defaults[0] + defaults[1]
    )
    #expect(dispatcher.sink.outcomes.map(\.status) == [.completed, .completed])
  }

  @Test("B2: a business exit ends the request; in 2009 the views ran, with nothing to see")
  func businessExit() throws {
    for rules in DispatchRules.allCases {
      var seen: [String] = []
      var dispatcher = try dispatcher(rules) { map in
        map.business("a") { (exchange) throws(HandlerError) in
          try exchange.append(.integer(1))
          return .exit
        }
        map.business("a", log.step("second business"))
        map.view("a") { (exchange) throws(HandlerError) in
          seen.append("\(exchange.parameterCount) \(exchange.resultCount)")
          #expect(exchange.failure == nil)
          exchange.reply(Acceleration(x: 1, y: 2, z: 3))
          return .proceed
        }
        map.error("a", log.step("error"))
      }
      dispatcher.dispatch(Requests("i1 i2"))
      #expect(seen == (rules == .legacy ? ["0 0"] : []))
      #expect(log.take().isEmpty)
      let outcome = dispatcher.sink.outcomes[0]
      #expect(outcome.status == .exited && outcome.stage == .business && outcome.handler == 0)
      #expect(outcome.replyKind == (rules == .legacy ? .acceleration : .none))
      #expect(dispatcher.count(CommandID(rawValue: 1), .exited) == 1)
    }
  }

  @Test("B2: what such a view throws was nobody's")
  func viewOfNothingThrows() throws {
    var dispatcher = try dispatcher(.legacy) { map in
      map.business("a") { _ in .exit }
      map.view("a") { (exchange) throws(HandlerError) in
        _ = try exchange.text(at: 1)
        return .proceed
      }
    }
    dispatcher.dispatch(Requests("tx"))
    let expected = Outcome(index: 0, status: .exited, stage: .business)
    #expect(dispatcher.sink.outcomes.map(\.fields) == [expected.fields])
    #expect(dispatcher.count(CommandID(rawValue: 1), .failed) == 0)
  }

  @Test("B3: later business handlers see earlier results; in 2009 only views did")
  func results() throws {
    for rules in DispatchRules.allCases {
      var seen: [String] = []
      func look(_ exchange: borrowing Exchange) -> String {
        (0..<2).map { index in
          guard case .integer(let number) = exchange.result(index) else { return "-" }
          return "\(number)"
        }.joined() + " \(exchange.resultCount)"
      }
      var dispatcher = try dispatcher(rules) { map in
        for command in ["default", "a"] {
          map.business(command) { (exchange) throws(HandlerError) in
            seen.append(look(exchange))
            try exchange.append(.integer(exchange.event.timestamp + Int64(seen.count)))
            return .proceed
          }
        }
        map.view("a") { exchange in
          seen.append("view " + look(exchange))
          return .proceed
        }
      }
      let events = [Event.sample(at: 0, command: 2)]
      dispatcher.dispatch(events.span, arena: .empty)
      #expect(seen == ["-- 0", rules == .legacy ? "-- 0" : "1- 1", "view 12 2"])
    }
  }

  @Test("B3: results are hidden from a handler that throws, and from nobody after it")
  func hiddenOnce() throws {
    var seen: [Int] = []
    var dispatcher = try dispatcher(.legacy) { map in
      map.business("a") { (exchange) throws(HandlerError) in
        try exchange.append(.integer(1))
        if exchange.event.timestamp == 0 { throw .invalidValue }
        return .proceed
      }
      map.view("a") { exchange in
        seen.append(exchange.resultCount)
        return .proceed
      }
    }
    let events = [Event.sample(at: 0), .sample(at: 1)]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(seen == [1])
    #expect(dispatcher.sink.outcomes.map(\.status) == [.failed, .completed])
  }

  @Test("B5: all views run; in 2009 each said nil, and so only the first did")
  func views() throws {
    for rules in DispatchRules.allCases {
      var dispatcher = try dispatcher(rules) { map in
        map.view("a", log.step("first"))
        map.view("a", log.step("second"))
        map.view("b", log.step("b"))
        map.view("default", log.step("default"))
      }
      let events = [Event.sample(at: 0), .sample(at: 1, command: 2)]
      dispatcher.dispatch(events.span, arena: .empty)
      let all = ["default", "first", "second", "default", "b"]
      #expect(log.take() == (rules == .legacy ? ["default", "default"] : all))
      #expect(dispatcher.sink.outcomes.map(\.status) == [.completed, .completed])
    }
  }

  @Test("B11: what was silent in 2009 is counted in both; only here is there an error stage")
  func counted() throws {
    for rules in DispatchRules.allCases {
      var dispatcher = try dispatcher(rules) { map in
        map.validate("a") { (exchange) throws(HandlerError) in
          if exchange.event.timestamp == 1 { throw .wrongType }
          return .exit
        }
        map.view("a", log.step("view"))
        map.error("a", log.step("error"))
        map.business("b") { (_) throws(HandlerError) in throw .unavailable }
        map.view("b", log.step("view"))
        map.error("b", log.step("error"))
      }
      let events = [
        Event.sample(at: 0), .sample(at: 1), .sample(at: 2, command: 2), .sample(at: 3, command: 9),
      ]
      dispatcher.dispatch(events.span, arena: .empty)
      #expect(log.take() == (rules == .legacy ? [] : ["error", "error", "error"]))
      #expect(
        dispatcher.sink.outcomes.map { "\($0.status) \($0.stage) \($0.errorCode)" } == [
          "validationFailed validate 0", "failed validate 3", "failed business 5",
          "unknownCommand view 0",
        ]
      )
      let first = CommandID(rawValue: 1)
      #expect(dispatcher.count(first, .validationFailed) == 1)
      #expect(dispatcher.count(first, .failed) == 1)
      #expect(dispatcher.count(.unknown, .unknownCommand) == 1)
    }
  }
}
