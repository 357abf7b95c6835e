import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures

/// The slowest events of simulated runs, whose causes are known because they were made.
@Suite("The tail of a run") struct TailTests {
  @Test("one stall is named as the cause of every event that waited behind it")
  func stall() throws {
    // Event 5,000 takes 200 ms; the j-th after it was due j ms into that, and took 200 ms - j · 0.99 ms.
    let result = try LoadFixture.simulate(
      count: 10_000,
      cost: 10_000,
      stalled: 5000,
      stall: 200_000_000
    ) { $0.tailCount = 1000 }
    let tail = try #require(result.measured.tail)
    #expect(tail.count == 1000)
    let stalled = TailBlocker(index: 5000, command: "accel", serviceNanoseconds: 200_000_000)
    for (place, event) in tail.prefix(203).enumerated() {
      #expect(event.index == 5000 + place)
      #expect(event.dueNanoseconds == Int64(5000 + place) * 1_000_000)
      #expect(event.responseNanoseconds == 200_000_000 - Int64(place) * 990_000)
      #expect(event.serviceNanoseconds == (place == 0 ? 200_000_000 : 10_000))
      #expect(event.cause == (place == 0 ? .ownHandlers : .waitedBehind(stalled)))
      #expect(event.behind == (place == 0 ? nil : stalled))
      #expect(event.busyCount == place)
      // It was done at 5,200 ms and 10 µs for each one after the stalled: 100 of them let one more come due.
      let waiting = 200 + place / 100 - place
      #expect(event.waitingCount == waiting, "\(place)")
      #expect(event.slipNanoseconds == 0)
      #expect(event.queuedCount == 1, "a simulated run takes one at a time")
      #expect(event.counters == nil && event.hiccupNanoseconds == nil)
    }
    #expect(
      tail[0].around
        == [4998, 4999, 5001, 5002].map {
          TailNeighbour(index: $0, command: "accel", dueNanoseconds: Int64($0) * 1_000_000)
        }
    )
    let one = TailStall(
      dueNanoseconds: 5_000_000_000,
      nanoseconds: 200_000_000,
      delayedCount: 202,
      cause: .ownHandlers
    )
    #expect(
      result.measured.stalls == TailStalls(count: 1, delayedCount: 202, longest: [one]),
      "the 203rd took 20 µs"
    )
    #expect(
      result.measured.stalls?.lines { "\($0 / 1000) µs" } == [
        "1 stall delayed 202 events beyond 100 µs:",
        "one of 200000 µs delayed 202 events: its own handlers",
      ]
    )
    // The others found nothing before them: they are equal, and the first of them count.
    #expect(
      tail[203...].allSatisfy { $0.cause == .ownHandlers && $0.responseNanoseconds == 10_000 }
    )
    #expect(tail[203...].map(\.index) == Array(0..<797))
    #expect(tail[203].around.map(\.index) == [1, 2], "there is nothing before the first")
    #expect(
      tail[7].cause.text { "\($0) ns" } == "waited behind accel (#5000, 200000000 ns)"
    )
  }

  @Test("nobody asks for it unless told to, and a warm-up is not in it") func warmUp() throws {
    #expect(try LoadFixture.simulate(count: 100, cost: 10) { _ in }.measured.tail == nil)
    let result = try LoadFixture.simulate(count: 1000, cost: 1000, stalled: 18, stall: 9_000_000) {
      $0.warmUp = .events(20)
      $0.tailCount = 10
    }
    let tail = try #require(result.measured.tail)
    #expect(tail.map(\.index) == Array(20..<30))
    // Though what they waited behind may be.
    #expect(
      tail[0].cause
        == .waitedBehind(TailBlocker(index: 18, command: "accel", serviceNanoseconds: 9_000_000))
    )
    let few = try LoadFixture.simulate(count: 5, cost: 1000) { $0.tailCount = 10 }
    #expect(few.measured.tail?.count == 5)
  }

  @Test("stalls are independent: each busy period is one, and the longest are kept") func stalls() {
    let log = StallLog(capacity: 3)
    for number in [5, 1, 9, 7, 2, 8] as [Int64] {
      for event in 0...number {
        var entry = TailEntry()
        entry.due = event
        entry.done = number * 1_000_000
        log.note(entry)
      }
      log.endPeriod()
      log.endPeriod()
    }
    #expect(log.count == 6 && log.delayedCount == 38)
    #expect(log.entries.map(\.worst.response).sorted() == [7_000_000, 8_000_000, 9_000_000])
    #expect(log.entries.first { $0.worst.response == 9_000_000 }?.delayedCount == 10)
    let stalls = [9, 8, 7].map { length in
      TailStall(
        dueNanoseconds: 0,
        nanoseconds: length,
        delayedCount: length == 8 ? 1 : 10,
        cause: length == 8 ? .ownHandlers : .preempted(length)
      )
    }
    let lines = TailStalls(count: 6, delayedCount: 38, longest: stalls).lines { "\($0) ns" }
    #expect(
      lines == [
        "6 stalls delayed 38 events beyond 100000 ns; of the 3 longest:",
        "2 stalls delayed 20 events; one of 9 ns delayed 10 events: the dispatcher was preempted (9 ns)",
        "one of 8 ns delayed 1 event: its own handlers",
      ]
    )
  }

  @Test("a dispatcher that had no core for more than a fiftieth of the run makes it invalid")
  func preempted() throws {
    let result = try LoadFixture.simulate(count: 3000, cost: 1000) { _ in }
    #expect(result.valid)
    let elapsed = result.measured.nanoseconds.upperBound
    func reasons(_ delay: Int64?) -> [InvalidReason] {
      LoadValidity(result.offered, result.measured, LoadConfiguration(), dispatcherDelay: delay)
        .reasons
    }
    #expect(reasons(nil).isEmpty && reasons(elapsed / 100).isEmpty)
    let delay = elapsed / 25
    #expect(reasons(delay) == [.preempted(nanoseconds: delay, of: elapsed, limit: 0.02)])
    #expect(
      reasons(delay)[0].description
        == "the dispatcher was preempted: it was ready and had no core for 120.0 ms of 2999.0 ms, the "
        + "limit is 2.0 %; other work on the machine"
    )
    #expect(reasons(delay)[0].condition == .core)
  }

  @Test("a burst is a backlog, which no single event is to blame for") func backlog() throws {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.tailCount = 64
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .bursts(rate: 1000, size: 64, seed: nil, length: .events(640)),
      configuration: configuration
    )
    let clock = VirtualClock()
    let work = LoadFixture.Work(clock, cost: 10_000)
    let result = run.simulate(table: try LoadFixture.table(work), clock: clock)
    let tail = try #require(result.measured.tail)
    // The last of each of ten bursts, then the ones before them, and so on.
    for (place, event) in tail.enumerated() {
      #expect(event.index == place % 10 * 64 + 63 - place / 10)
      #expect(event.cause == .backlog(63 - place / 10))
      #expect(event.waitingCount == place / 10)
    }
    #expect(tail[0].cause.text { "\($0)" } == "a backlog of 63 events")
  }

  @Test("where events can be lost, nobody knows which were still to come") func lossy() throws {
    let result = try LoadFixture.simulate(count: 1000, cost: 2_000_000) {
      $0.queueCapacity = 4
      $0.overflow = .dropNewest
      $0.tailCount = 5
    }
    let tail = try #require(result.measured.tail)
    #expect(tail.count == 5)
    #expect(tail.allSatisfy { $0.waitingCount == nil && $0.index != nil })
  }

  @Test("an event that was raised has no place in the plan") func raised() throws {
    let workload = try PageFixture.workload([("wait", 0), ("none", 1), ("none", 4), ("none", 20)])
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.tailCount = 10
    let run = try LoadRun(
      workload,
      plan: .recorded(workload.timestamps, speed: 1, length: .events(4)),
      configuration: configuration
    )
    let clock = VirtualClock()
    let result = run.simulate(table: try PageFixture.table(clock, cost: 5000), clock: clock)
    let tail = try #require(result.measured.tail)
    #expect(tail.count == 5)
    let later = try #require(tail.first { $0.command == "later" })
    #expect(later.index == nil && later.slipNanoseconds == nil)
    #expect(later.dueNanoseconds == 4_000_000, "it came due with the next input")
    #expect(later.around.map(\.index) == [0, 1, 2, 3])
    // The input that let it come due waited behind it, and took no time itself.
    let next = try #require(tail.first { $0.index == 2 })
    #expect(
      next.cause
        == .waitedBehind(TailBlocker(index: nil, command: "later", serviceNanoseconds: 5000))
    )
    #expect(next.cause.text { "\($0)" } == "waited behind later (raised, 5000)")
  }

  @Test("equal runs have equal tails") func determinism() throws {
    func tail() throws -> [TailEvent]? {
      try LoadFixture.simulate(count: 3000, cost: 900_000, stalled: 100, stall: 50_000_000) {
        $0.tailCount = 300
      }.measured.tail
    }
    #expect(try tail() == tail())
  }

  @Test("a run on threads has what the platform did as well") func threads() throws {
    var configuration = LoadConfiguration()
    configuration.leadNanoseconds = 5_000_000
    configuration.warmUp = .events(0)
    configuration.tailCount = 30
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 10_000, length: .events(1000)),
      configuration: configuration
    )
    let result = run.run(table: try LoadFixture.table(Handler()))
    let tail = try #require(result.measured.tail)
    #expect(tail.count == 30)
    #expect(tail[0].responseNanoseconds == tail.map(\.responseNanoseconds).max())
    #expect(tail.allSatisfy { $0.slipNanoseconds != nil && $0.queuedCount > 0 })
    #expect(tail.allSatisfy { $0.hiccupNanoseconds != nil && $0.counters != nil })
    let hiccups = try #require(result.system.hiccups)
    #expect(hiccups.intervalNanoseconds == 1_000_000)
    // However busy the machine is, there is a look before the run and one after it.
    #expect(hiccups.count >= 2)
    #expect(hiccups.processorNanoseconds > 0)
    #expect(hiccups.counters.minorFaults != nil && hiccups.counters.involuntarySwitches != nil)
    for place in hiccups.ticks.indices.dropFirst() {
      #expect(hiccups.ticks[place].woke >= hiccups.ticks[place - 1].woke)
    }
    #expect(try #require(hiccups.ticks.first).woke < 0)
    #expect(try #require(hiccups.ticks.last).woke >= 99_900_000)
    #expect(result.platform.measuringNanoseconds ?? 0 > result.platform.timerFloorNanoseconds)
  }

  @Test("numbers that are out of range") func limits() throws {
    func error(_ configure: (inout LoadConfiguration) -> Void) throws -> LoadRunError? {
      var configuration = LoadConfiguration()
      configure(&configuration)
      do {
        _ = try LoadRun(
          LoadFixture.workload(10),
          plan: .constant(rate: 1, length: .events(1)),
          configuration: configuration
        )
        return nil
      } catch let error as LoadRunError { return error }
    }
    for count in [-1, 1001] {
      #expect(try error { $0.tailCount = count } == .tailCount(count))
    }
    for interval in [0, -1, 1_000_001] {
      #expect(try error { $0.sampleInterval = interval } == .sampleInterval(interval))
    }
    #expect(
      LoadRunError.sampleInterval(0).description == "one event in 0 is not in 1...1000000"
    )
  }
}
