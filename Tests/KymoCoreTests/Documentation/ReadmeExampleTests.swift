import KymoCore
import Testing

@Suite("The example of the README")
struct ReadmeExampleTests {
  /// The lines are those of the README, "Your own commands"; change both together.
  @Test("A user's own command validates, computes and replies")
  func ownCommand() throws {
    var map = CommandMap()
    map.validate("accel") { exchange in
      abs(exchange.event.payload.acceleration.z) <= 160 ? .proceed : .exit
    }
    map.business("accel") { exchange throws(HandlerError) in
      try exchange.append(.number(exchange.event.payload.acceleration.z / 9.80665))
      return .proceed
    }
    map.view("accel") { exchange throws(HandlerError) in
      guard case .number(let g)? = exchange.result(0) else { throw .missingParameter }
      exchange.reply(Acceleration(x: 0, y: 0, z: g))
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: LastOutcome())

    for (index, z) in [19.6133, 161].enumerated() {
      let event = Event(
        timestamp: Int64(index),
        sequence: UInt32(index),
        command: dispatcher.table.id(of: "accel"),
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload(Acceleration(x: 0, y: 0, z: z))
      )
      dispatcher.dispatch([event].span, arena: .empty)
      if index == 0 {
        #expect(dispatcher.sink.outcome?.status == .completed)
        #expect(dispatcher.sink.outcome?.reply.acceleration.z == 2)
      }
    }
    #expect(dispatcher.sink.outcome?.status == .validationFailed)
  }

  /// Keeps the outcome of the last event.
  private struct LastOutcome: OutcomeSink {
    var outcome: Outcome?

    mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
      self.outcome = copy outcome
    }
  }
}
