import KymoCore
import Testing

/// The mistakes of the code printed in 2009 that were rules of dispatch, mended; and how a map makes rules of
/// its own.
///
/// The numbers are those of the list of bugs; what 2009 did is tested where the bridge is.
@Suite("Dispatch rules") struct DispatchRulesTests {
  let log = Log()

  func dispatcher(
    _ fill: (inout CommandMap) -> Void
  ) throws -> Dispatcher<OutcomeList> {
    var map = CommandMap()
    map.decoder = WordDecoder()
    fill(&map)
    return Dispatcher(table: try CommandTable(map), sink: OutcomeList())
  }

  @Test("B1: default handlers run once each, before the command's own")
  func defaults() throws {
    var dispatcher = try dispatcher { map in
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

  @Test("B2: a business exit ends the request")
  func businessExit() throws {
    var dispatcher = try dispatcher { map in
      map.business("a") { (exchange) throws(HandlerError) in
        try exchange.append(.integer(1))
        return .exit
      }
      map.business("a", log.step("second business"))
      map.view("a", log.step("view"))
      map.error("a", log.step("error"))
    }
    dispatcher.dispatch(Requests("i1 i2"))
    #expect(log.take().isEmpty)
    let outcome = dispatcher.sink.outcomes[0]
    #expect(outcome.status == .exited && outcome.stage == .business && outcome.handler == 0)
    #expect(outcome.replyKind == .none)
    #expect(dispatcher.count(CommandID(rawValue: 1), .exited) == 1)
  }

  @Test("B3: later business handlers see earlier results")
  func results() throws {
    var seen: [String] = []
    func look(_ exchange: borrowing Exchange) -> String {
      (0..<2).map { index in
        guard case .integer(let number) = exchange.result(index) else { return "-" }
        return "\(number)"
      }.joined() + " \(exchange.resultCount)"
    }
    var dispatcher = try dispatcher { map in
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
    #expect(seen == ["-- 0", "1- 1", "view 12 2"])
  }

  @Test("B5: all views run")
  func views() throws {
    var dispatcher = try dispatcher { map in
      map.view("a", log.step("first"))
      map.view("a", log.step("second"))
      map.view("b", log.step("b"))
      map.view("default", log.step("default"))
    }
    let events = [Event.sample(at: 0), .sample(at: 1, command: 2)]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(log.take() == ["default", "first", "second", "default", "b"])
    #expect(dispatcher.sink.outcomes.map(\.status) == [.completed, .completed])
  }

  @Test("B11: nothing ends in silence: the error stage runs, and the outcome is counted")
  func counted() throws {
    var dispatcher = try dispatcher { map in
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
    #expect(log.take() == ["error", "error", "error"])
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

  @Test("A map rearranges the handlers of each command, those of the default command among them")
  func arranged() throws {
    var arranged: [String] = []
    var dispatcher = try dispatcher { map in
      map.view("default", log.step("default"))
      map.view("a", log.step("first"))
      map.view("a", log.step("second"))
      map.arrange = { stages in
        arranged.append("\(stages.command) \(stages[.view].count)")
        stages[.view].reverse()
        stages[.business].append(self.log.step("added"))
      }
    }
    let events = [Event.sample(at: 0, command: 2), .sample(at: 1)]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(arranged == ["default 1", "a 3"])
    #expect(log.take() == ["added", "second", "first", "default", "added", "default"])
    // A batch has nothing to rearrange.
    _ = try self.dispatcher { map in
      map.batch("bulk", BatchHandler())
      map.arrange = { stages in arranged.append(stages.command) }
    }
    #expect(arranged.count == 2)
  }

  @Test(
    "What is put after a business exit runs then alone, sees nothing, and changes no outcome but its reply"
  )
  func afterExit() throws {
    var dispatcher = try dispatcher { map in
      map.validate("a") { exchange in exchange.event.timestamp == 2 ? .exit : .proceed }
      map.business("a") { (exchange) throws(HandlerError) in
        try exchange.append(.integer(1))
        return exchange.event.timestamp == 1 ? .proceed : .exit
      }
      map.view("a", log.step("view"))
      map.business("b") { _ in .exit }
      map.arrange = { stages in
        guard stages.command == "a" else { return }
        stages.afterExit = [
          self.log.step("after") { (exchange) throws(HandlerError) in
            #expect(exchange.parameterCount == 0 && exchange.resultCount == 0)
            exchange.reply(Acceleration(x: 1, y: 2, z: 3))
            throw .unavailable
          },
          self.log.step("never"),
        ]
      }
    }
    let events = [
      Event.sample(at: 0), .sample(at: 1), .sample(at: 2), .sample(at: 3, command: 2),
    ]
    dispatcher.dispatch(events.span, arena: .empty)
    #expect(log.take() == ["after", "view"])
    #expect(
      dispatcher.sink.outcomes.map { "\($0.status) \($0.errorCode) \($0.replyKind.rawValue)" } == [
        "exited 0 1", "completed 0 0", "validationFailed 0 0", "exited 0 0",
      ]
    )
  }
}
