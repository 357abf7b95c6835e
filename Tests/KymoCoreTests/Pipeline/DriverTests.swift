import KymoCore
import Testing

/// The loop that all runs share, and what a driver is told of it.
@Suite("Drivers") struct DriverTests {
  /// Pushes an event a minute, and notes what it is told.
  struct Minutes: Driver, ~Copyable {
    var producer: EventQueue.Producer
    let clock: VirtualClock
    let count: Int
    var pushed = 0
    var told: [String] = []
    var longestRun: Int { 1 }

    mutating func begin() { told.append("begin") }
    mutating func prepare() { told.append("prepare") }
    mutating func hold() { told.append("hold") }
    mutating func dispatched(_ count: Int, total: UInt64) {
      told.append("dispatched \(count) of \(total)")
    }

    mutating func idle<Sink: OutcomeSink & ~Copyable>(
      _ pipeline: inout Pipeline<Sink>,
      until promised: Int64
    ) {
      told.append("idle")
      if pushed == count { return producer.finish() }
      clock.wait(until: clock.now + 60_000_000_000)
      producer.push(Event.sample(at: clock.now, sequence: UInt32(pushed)))
      pushed += 1
    }

    mutating func end() { told.append("end") }

    mutating func stop() {
      told.append("stop")
      producer.push(Event.sample(at: clock.now, sequence: UInt32(pushed)))
      producer.finish()
    }
  }

  private func pipeline() throws -> Pipeline<OutcomeList> {
    var map = CommandMap()
    map.view("a") { exchange in
      // What comes a second later was raised.
      if exchange.event.source != .device {
        try exchange.raise(exchange.event.command, at: exchange.event.timestamp + 1_000_000_000)
      }
      return .proceed
    }
    return Pipeline(table: try CommandTable(map), sink: OutcomeList())
  }

  @Test("A driver is told of each step, from the start of its run to its end") func told() throws {
    var pipeline = try pipeline()
    var driver = Minutes(
      producer: pipeline.addLane(minimumCapacity: 4),
      clock: VirtualClock(),
      count: 1
    )
    #expect(pipeline.complete(&driver) == (.finished, 0))
    let told = driver.told
    #expect(
      told == [
        "begin", "prepare", "idle", "prepare", "hold", "dispatched 1 of 1", "prepare", "idle",
        "prepare", "end",
      ]
    )
    #expect(pipeline.dispatchedCount == 2, "what was raised is dispatched in the end")
  }

  @Test("A run that is stopped lets its sources end, and throws away what they bring")
  func stopped() throws {
    var pipeline = try pipeline()
    var driver = Minutes(
      producer: pipeline.addLane(minimumCapacity: 4),
      clock: VirtualClock(),
      count: 9
    )
    let end = pipeline.complete(&driver, shouldStop: { $0.pushed == 3 })
    #expect(end == (.stopped, 2))
    let told = driver.told.suffix(3)
    #expect(told == ["idle", "end", "stop"])
    // The second one's echo waits.
    #expect(pipeline.dispatchedCount == 3)
  }

  @Test("An hour is stepped through, round by round") func hour() throws {
    let clock = VirtualClock()
    var pipeline = try pipeline()
    var driver = Minutes(
      producer: pipeline.addLane(minimumCapacity: 4),
      clock: clock,
      count: 60
    )
    var rounds = 0
    while pipeline.round(&driver) == nil { rounds += 1 }
    pipeline.finish()
    #expect(clock.now == 3_600_000_000_000 && pipeline.dispatchedCount == 120)
    #expect(rounds >= 120)
    let times = pipeline.dispatcher.sink.events.map(\.timestamp)
    let minutes = (1...60).map { Int64($0) * 60_000_000_000 }
    #expect(times == minutes.flatMap { [$0, $0 + 1_000_000_000] })
  }

  @Test("An hour of another thread's events is stepped through, by who waits for them")
  func waiting() throws {
    var pipeline = try pipeline()
    var producer = pipeline.addLane(minimumCapacity: 4)
    let clock = VirtualClock()
    var driver = WaitingDriver(.spin)
    var ends: [RunEnd?] = []
    for minute in 1...60 {
      clock.wait(until: Int64(minute) * 60_000_000_000)
      producer.push(Event.sample(at: clock.now, sequence: UInt32(minute)))
      ends.append(pipeline.round(&driver, now: { clock.now }))
      ends.append(pipeline.round(&driver, now: { clock.now }))
    }
    producer.finish()
    while ends.last == .some(nil) { ends.append(pipeline.round(&driver, now: { clock.now })) }
    pipeline.finish()
    let rounds = ends.dropLast()
    #expect(rounds.allSatisfy { $0 == nil } && ends.last == .finished)
    let times = pipeline.dispatcher.sink.events.map(\.timestamp)
    let minutes = (1...60).map { Int64($0) * 60_000_000_000 }
    #expect(times == minutes.flatMap { [$0, $0 + 1_000_000_000] })
  }

  @Test("A pipeline is drained without waiting for its lanes") func drained() throws {
    var pipeline = try pipeline()
    var producer = pipeline.addLane(minimumCapacity: 4)
    #expect(pipeline.drain() == .stopped)
    producer.push(Event.sample(at: 1))
    #expect(pipeline.drain() == .stopped && pipeline.dispatchedCount == 1)
    producer.finish()
    #expect(pipeline.drain() == .finished)
    pipeline.finish()
    #expect(pipeline.dispatchedCount == 2)
  }
}
