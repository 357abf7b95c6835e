import KymoBridge
import KymoCore
import Testing

/// What the code printed in 2009 did where the stages follow each other, mistakes and all.
///
/// The numbers are those of the list of bugs; what is right is tested where the dispatcher is.
@Suite("The stages of 2009") struct LegacyRulesTests {
  /// What handlers did, in the order in which they did it.
  final class Log {
    var lines: [String] = []

    func step(_ name: String) -> Handler {
      ClosureHandler { _ in
        self.lines.append(name)
        return .proceed
      }
    }
  }

  let log = Log()

  /// The steps of calls to the commands of a map, one after the other.
  func steps(_ calls: [String], _ fill: (inout CommandMap) -> Void) throws -> [CallStep] {
    var map = CommandMap()
    map.followLegacyRules()
    fill(&map)
    var port = try CallPort(map, watches: true)
    for (index, call) in calls.enumerated() { port.send(call, at: Int64(index)) }
    return port.takeSteps()
  }

  // As printed, the loop over the default objects never advanced: it ran for ever, or skipped what was
  // mapped. Nobody can have recorded that, and so legacy does what was meant.
  @Test("B1: default handlers run once each, before the command's own")
  func defaults() throws {
    let steps = try steps(["call?cmd=a", "call?cmd=default"]) { map in
      for command in ["a", "default"] {
        for stage in [Stage.validate, .business] {
          map.map(stage, command, log.step("\(command) \(stage)"))
        }
      }
    }
    #expect(
      log.lines == [
        "default validate", "a validate", "default business", "a business", "default validate",
        "default business",
      ]
    )
    #expect(steps.map(\.outcome.status) == [.completed, .completed])
  }

  @Test("B2: after a business exit the first view ran, with nothing to see; its reply counts")
  func businessExit() throws {
    let steps = try steps(["call?cmd=a&msg=[1,2]"]) { map in
      map.business("a") { (exchange) throws(HandlerError) in
        #expect(exchange.parameterCount == 3)
        try exchange.append(.integer(1))
        return .exit
      }
      map.business("a", log.step("second business"))
      map.view("a") { (exchange) throws(HandlerError) in
        self.log.lines.append("\(exchange.parameterCount) \(exchange.resultCount)")
        #expect(exchange.failure == nil)
        exchange.reply(Acceleration(x: 1, y: 2, z: 3))
        return .proceed
      }
      map.view("a", log.step("second view"))
      map.error("a", log.step("error"))
    }
    #expect(log.lines == ["0 0"])
    let outcome = try #require(steps.first).outcome
    #expect(outcome.status == .exited && outcome.stage == .business && outcome.handler == 0)
    #expect(outcome.replyKind == .acceleration)
  }

  @Test("B2: what such a view throws was nobody's")
  func viewOfNothingThrows() throws {
    let steps = try steps(["call?cmd=a&msg=x"]) { map in
      map.business("a") { _ in .exit }
      map.view("a") { (exchange) throws(HandlerError) in
        _ = try exchange.text(at: 1)
        return .proceed
      }
    }
    let outcome = try #require(steps.first).outcome
    #expect(outcome.status == .exited && outcome.errorCode == 0 && outcome.replyKind == .none)
    #expect(steps[0].turns.last?.error == .missingParameter)
  }

  @Test("B3: business handlers did not see each other's results, the view saw all of them in order")
  func results() throws {
    _ = try steps(["call?cmd=a", "call?cmd=a"]) { map in
      for command in ["default", "a"] {
        map.business(command) { (exchange) throws(HandlerError) in
          self.log.lines.append("\(exchange.resultCount)")
          try exchange.append(.integer(Int64(self.log.lines.count)))
          return .proceed
        }
      }
      map.view("a") { exchange in
        let results = (0..<exchange.resultCount).map { index in
          guard case .integer(let number)? = exchange.result(index) else { return "-" }
          return "\(number)"
        }
        self.log.lines.append("view " + results.joined(separator: " "))
        return .proceed
      }
    }
    #expect(log.lines == ["0", "0", "view 1 2", "0", "0", "view 4 5"])
  }

  @Test("B3: as many results as there is room for, and one more is an error")
  func fullResults() throws {
    func fill(_ count: Int) -> (inout Exchange) throws(HandlerError) -> Verdict {
      { (exchange) throws(HandlerError) in
        for _ in 0..<count { try exchange.append(.none) }
        return .proceed
      }
    }
    let steps = try steps(["call?cmd=a", "call?cmd=b"]) { map in
      map.business("a", fill(20))
      map.business("a", fill(Exchange.maximumResults - 20))
      map.business("b", fill(20))
      map.business("b", fill(Exchange.maximumResults - 19))
    }
    #expect(steps.map(\.outcome.status) == [.completed, .failed])
    #expect(HandlerError(code: steps[1].outcome.errorCode) == .tooManyResults)
  }

  @Test("B3: results are hidden from a handler that throws, and from nobody after it")
  func hiddenOnce() throws {
    let steps = try steps(["call?cmd=a", "call?cmd=a"]) { map in
      map.business("a") { (exchange) throws(HandlerError) in
        try exchange.append(.integer(1))
        if exchange.event.timestamp == 0 { throw .invalidValue }
        return .proceed
      }
      map.view("a") { exchange in
        self.log.lines.append("\(exchange.resultCount)")
        return .proceed
      }
    }
    #expect(log.lines == ["1"])
    #expect(steps.map(\.outcome.status) == [.failed, .completed])
  }

  @Test("B5: each view said nil, and so only the first ran, the default command's before all")
  func views() throws {
    let steps = try steps(["call?cmd=a", "call?cmd=b"]) { map in
      map.view("a", log.step("first"))
      map.view("a", log.step("second"))
      map.view("b", log.step("b"))
    }
    #expect(log.lines == ["first", "b"])
    log.lines = []
    _ = try self.steps(["call?cmd=a"]) { map in
      map.view("a", log.step("first"))
      map.view("default", log.step("default"))
    }
    #expect(log.lines == ["default"])
    #expect(steps.map(\.outcome.status) == [.completed, .completed])
  }

  @Test("B11: there was no error stage, but what was silent is counted")
  func counted() throws {
    let steps = try steps(["call?cmd=a", "call?cmd=b", "call?cmd=c", "call?cmd=%zz"]) { map in
      map.validate("a") { _ in .exit }
      map.validate("b") { (_) throws(HandlerError) in throw .wrongType }
      for command in ["a", "b"] {
        map.view(command, log.step("view"))
        map.error(command, log.step("error"))
      }
    }
    #expect(log.lines.isEmpty)
    #expect(
      steps.map { "\($0.outcome.status) \($0.outcome.stage) \($0.outcome.errorCode)" } == [
        "validationFailed validate 0", "failed validate 3", "unknownCommand view 0",
        "malformed validate 20",
      ]
    )
  }
}
