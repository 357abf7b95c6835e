import KymoCore
import KymoTestSupport
import Testing

/// After the start nothing is allocated: not an event, a result, an error, or a message.
@Suite("Steady state") struct SteadyStateTests {
  /// A sink that adds up, so that the outcomes are seen to be right.
  struct Tally: OutcomeSink {
    var statuses: [5 of UInt64] = [0, 0, 0, 0, 0]
    var sum: UInt64 = 0

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      statuses[Int(outcome.status.rawValue)] += 1
      sum &+= outcome.index &* UInt64(outcome.status.rawValue) &+ outcome.reply.word0
    }
  }

  /// Sample after sample: proceeds, fails its validation, exits, or throws, in turns.
  final class Validation: Handler {
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      exchange.event.sequence % 8 == 1 ? .exit : .proceed
    }
  }

  final class Business: Handler {
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      let event = exchange.event
      try exchange.append(.number(event.payload.acceleration.x))
      if event.sequence % 8 == 3 { throw HandlerError(code: 300) }
      return event.sequence % 8 == 5 ? .exit : .proceed
    }
  }

  final class MessageBusiness: Handler {
    var bytes = 0
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      guard let length = exchange.withMessage({ span in span.byteCount }) else {
        throw .missingParameter
      }
      bytes += length
      return .proceed
    }
  }

  final class View: Handler {
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      exchange.reply(exchange.event.payload.acceleration)
      return .proceed
    }
  }

  final class Failure: Handler {
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      if exchange.failure != nil { exchange.reply(Acceleration(x: 1, y: 2, z: 3)) }
      return .proceed
    }
  }

  static func table() throws -> CommandTable {
    var map = CommandMap()
    map.validate("default", Handler())
    map.validate("steps", Validation())
    map.business("steps", Business())
    map.view("steps", View())
    map.error("steps", Failure())
    map.business("message", MessageBusiness())
    return try CommandTable(map)
  }

  @Test("The counter counts", .enabled(if: Allocations.areCounted))
  func counterWorks() {
    var kept: [[Int]] = []
    kept.reserveCapacity(100)
    let made = Allocations.count { for number in 0..<100 { kept.append([number, number]) } }
    #expect(made >= 100)
    #expect(kept.count == 100)
    let none = Allocations.count { kept[0][0] &+= 1 }
    #expect(none == 0)
  }

  // In a process of its own, where the test library's hook on every throw can be taken away: it
  // allocates a backtrace.
  @Test(
    "A million events from push to outcome allocate nothing",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer")
  )
  func pipeline() async {
    await #expect(processExitsWith: .success) { try Self.checkPipeline(.wait) }
    await #expect(processExitsWith: .success) { try Self.checkPipeline(.dropOldest) }
  }

  static func checkPipeline(_ policy: OverflowPolicy) throws {
    Allocations.unhookThrows()
    let rounds: UInt32 = 1_000_000 / 64
    let first = EventQueue(minimumCapacity: 64, whenFull: policy)
    let second = EventQueue(minimumCapacity: 64, arenaBytes: 4096, whenFull: policy)
    var samples = first.producer
    var messages = second.producer
    var sequencer = Sequencer()
    sequencer.add(first.consumer)
    sequencer.add(second.consumer)
    var dispatcher = Dispatcher(table: try table(), sink: Tally())
    let steps = dispatcher.table.id(of: "steps").rawValue
    let message = dispatcher.table.id(of: "message").rawValue
    let text = [UInt8](repeating: 65, count: 40)

    func round(_ number: UInt32) {
      let time = Int64(number) * 100
      // 32 samples in two claims, 16 pushed, 15 messages, and one of an unknown command.
      var next: UInt32 = 0
      while next < 32 {
        _ = samples.claim(upTo: 16) { output in
          while !output.isFull {
            let sequence = number &* 48 &+ next
            output.append(.sample(at: time, sequence: sequence, command: steps, x: 2))
            next += 1
          }
        }
      }
      while next < 48 {
        samples.push(.sample(at: time, sequence: number &* 48 &+ next, command: steps, x: 3))
        next += 1
      }
      var offset: UInt32 = 0
      while offset < 15 {
        messages.push(
          .sample(at: time + 1, source: 2, sequence: number &* 16 &+ offset, command: message),
          bytes: text
        )
        offset += 1
      }
      messages.push(.sample(at: time + 2, source: 2, sequence: number &* 16 &+ 15, command: 999))
      samples.advance(to: time + 3)
      messages.advance(to: time + 3)
      while true {
        let progress = sequencer.poll { events, arena in
          dispatcher.dispatch(events, arena: arena)
        }
        guard case .dispatched = progress else { break }
      }
    }

    // Loops by hand: a `for` over a range allocates its coroutine when it is not optimised.
    var number: UInt32 = 0
    func run(until end: UInt32) {
      while number < end {
        round(number)
        number += 1
      }
    }
    run(until: 10)
    let warm = dispatcher.dispatchedCount
    let made = Allocations.count { run(until: 10 + rounds) }
    let dispatched = dispatcher.dispatchedCount - warm
    #expect(dispatched == UInt64(rounds) * 64)
    #expect(dispatched >= 999_000)
    #expect(made == 0, "\(made) allocations for \(dispatched) events")
    // All ways to end were walked: that is what the zero is worth.
    let total = UInt64(rounds + 10)
    let tally = dispatcher.sink.statuses
    #expect(tally[Int(OutcomeStatus.validationFailed.rawValue)] == total * 6)
    #expect(tally[Int(OutcomeStatus.failed.rawValue)] == total * 6)
    #expect(tally[Int(OutcomeStatus.exited.rawValue)] == total * 6)
    #expect(tally[Int(OutcomeStatus.unknownCommand.rawValue)] == total)
    #expect(tally[Int(OutcomeStatus.completed.rawValue)] == total * 45)
  }

  @Test(
    "A ring that overflows allocates nothing",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer"),
    arguments: [OverflowPolicy.dropNewest, .dropOldest]
  )
  func overflow(_ policy: OverflowPolicy) {
    var ring = SPSCRing<Words>(minimumCapacity: 16, whenFull: policy)
    var sum: UInt64 = 0
    func round(_ number: UInt64) {
      var offset: UInt64 = 0
      while offset < 24 {
        ring.producer.push(Words(number &* 24 &+ offset))
        offset += 1
      }
      if let words = ring.consumer.pop() { sum &+= words.w0 }
      ring.consumer.visit(upTo: 8) { span in
        var index = 0
        while index < span.count {
          sum &+= span[index].w7
          index += 1
        }
      }
    }
    var number: UInt64 = 0
    func run(until end: UInt64) {
      while number < end {
        round(number)
        number += 1
      }
    }
    run(until: 10)
    let made = Allocations.count { run(until: 10_010) }
    #expect(made == 0)
    #expect(sum != 0)
    let losses = ring.producer.statistics
    #expect(losses.droppedNewest + losses.droppedOldest > 100_000)
  }

  @Test(
    "A look-up by bytes allocates nothing",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer")
  )
  func lookUp() throws {
    let table = try Self.table()
    let names = ["steps", "message", "default", "nobody"].map { Array($0.utf8) }
    var sum = 0
    var step = 0
    func run(until end: Int) {
      while step < end {
        sum += Int(UnsafeBytes.id(of: names[step % 4], in: table).rawValue)
        step += 1
      }
    }
    run(until: 4)
    let made = Allocations.count { run(until: 40_004) }
    #expect(made == 0)
    #expect(sum == 10_001 * (2 + 3 + 1))
  }
}
