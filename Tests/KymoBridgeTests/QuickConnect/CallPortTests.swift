import KymoBridge
import KymoCore
import Testing

/// A dispatcher that is given calls one by one, and what can be seen of them.
@Suite("Call port") struct CallPortTests {
  /// Adds its parameters up, now and, as an event that it raises, once more a second later.
  private func map() -> CommandMap {
    var map = CommandMap()
    let later = map.raise("later")
    map.business("add") { (exchange) throws(HandlerError) in
      var sum = 0.0
      for index in 1..<max(1, exchange.parameterCount) { sum += try exchange.number(at: index) }
      try exchange.append(.number(sum))
      try exchange.raise(later, at: exchange.event.timestamp + 1_000)
      return .proceed
    }
    map.view("fix") { exchange in
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
    map.view("later") { (exchange) throws(HandlerError) in throw .timedOut }
    return map
  }

  @Test("Every step is there once, with its parameters, turns and results")
  func steps() throws {
    var port = try CallPort(map(), watches: true)
    #expect(port.send(#"call?cmd=add&msg=[1,2.5]"#, at: 5).status == .completed)
    #expect(
      port.send(#"call?cmd=add&msg=["x",null,[1],{"a":true},false]"#, at: 6).error == .wrongType
    )
    #expect(port.send("call?cmd=%zz", at: 7).status == .malformed)
    let steps = port.takeSteps()
    try #require(steps.count == 3)
    #expect(steps[0].parameters == [.controller, .integer(1), .number(2.5)])
    #expect(steps[0].command == "add" && steps[0].event.sequence == 0)
    #expect(steps[0].turns.map(\.stage) == [.business])
    #expect(steps[0].turns[0].verdict == .proceed && steps[0].turns[0].results == [.number(3.5)])
    #expect(
      steps[1].parameters == [
        .controller, .text("x"), .none, .json("[1]"), .json(#"{"a":true}"#), .boolean(false),
      ]
    )
    #expect(steps[1].turns[0].error == .wrongType && steps[1].turns[0].verdict == nil)
    #expect(steps[2].parameters.isEmpty && steps[2].turns.isEmpty && steps[2].command == nil)
    #expect(port.takeSteps().isEmpty)
  }

  @Test("What was raised happens at its time, when a later call, an advance or the end comes")
  func raised() throws {
    var port = try CallPort(map(), watches: true)
    port.send("call?cmd=add&msg=1", at: 0)
    port.advance(to: 1_000)
    #expect(port.takeSteps().map(\.command) == ["add"])
    port.advance(to: 1_001)
    let raised = port.takeSteps()
    #expect(raised.map(\.command) == ["later"] && raised.map(\.event.timestamp) == [1_000])
    #expect(raised.map(\.outcome.status) == [.failed])
    port.send("call?cmd=add&msg=1", at: 2_000)
    let event = Event(
      timestamp: 5_000,
      sequence: 0,
      command: port.id(of: "fix"),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: 1, y: 2, z: 3))
    )
    #expect(port.dispatch(event).status == .completed)
    port.send("call?cmd=add&msg=1", at: 6_000)
    port.finish()
    #expect(port.takeSteps().map(\.command) == ["add", "later", "fix", "add", "later"])
    #expect(port.id(of: "nobody") == .unknown)
  }

  @Test("A port that does not watch keeps no steps")
  func unwatched() throws {
    var port = try CallPort(map())
    #expect(port.send("call?cmd=add&msg=1").status == .completed)
    #expect(port.takeSteps().isEmpty)
  }
}
