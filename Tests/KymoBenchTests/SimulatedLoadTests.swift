import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

@Suite("Simulated load runs") struct SimulatedLoadTests {
  /// What a histogram of ours makes of `value`.
  func bucket(_ result: LoadResult, _ value: Int64) -> Int64 {
    result.offered.slipHistogram.layout.highestEquivalent(of: value)
  }

  @Test("One stall shows with the weight of every event that was due during it")
  func stallIsNotOmitted() throws {
    // 10,000 events 1 ms apart, 10 µs each; event 5,000 takes 200 ms. The j-th one after it is done
    // at 200 ms + j · 10 µs and was due at j ms: it took 200 ms - j · 0.99 ms.
    let result = try LoadFixture.simulate(
      count: 10_000,
      cost: 10_000,
      stalled: 5000,
      stall: 200_000_000
    ) { _ in }
    #expect(result.valid, "\(result.reasons)")
    let response = result.overall.response
    #expect(response.count == 10_000)
    #expect(response.max == bucket(result, 200_000_000))
    // The 100 longest are j = 0...99, so the 9,900th of 10,000 is j = 100.
    #expect(response.p99 == bucket(result, 101_000_000))
    #expect(response.p999 == bucket(result, 200_000_000 - 10 * 990_000))
    #expect(response.p50 == bucket(result, 10_000))
    // A tester that counts from the dequeue would have seen nothing but one outlier.
    #expect(result.overall.service.p99 == bucket(result, 10_000))
    #expect(result.overall.service.max == bucket(result, 200_000_000))
    #expect(result.offered.slip.max == 0)
    #expect(result.offered.rate == 1000)
    // The last event was done 10 µs after it was due.
    #expect(result.measured.rate == 9999 * 1e9 / 9_999_010_000)
  }

  @Test("A tester that waits for each answer would have lied a ten-thousandfold")
  func closedLoop() throws {
    let stall: Int64 = 200_000_000
    let open = try LoadFixture.simulate(count: 10_000, cost: 10_000, stalled: 5000, stall: stall) {
      _ in
    }
    let p99 = try #require(open.overall.response.p99)
    #expect(abs(Double(p99) - 101_000_000) <= 0.02 * 101_000_000)
    #expect(abs(Double(open.overall.response.max) - 200_000_000) <= 0.02 * 200_000_000)

    // The same handler, asked again a millisecond after the question before, or when that was
    // answered: the 199 questions that were due during the stall are not asked, but put off.
    let clock = VirtualClock()
    let closed = Histogram(layout: open.offered.slipHistogram.layout)
    var next: Int64 = 0
    for index in 0..<10_000 {
      clock.wait(until: next)
      let sent = clock.now
      clock.wait(until: sent + (index == 5000 ? stall : 10_000))
      closed.record(clock.now - sent)
      next = sent + 1_000_000
    }
    #expect(closed.value(atPercentile: 99) == bucket(open, 10_000))
    #expect(closed.value(atPercentile: 99.99) == bucket(open, 10_000))
    #expect(closed.max == open.overall.response.max, "one sample in ten thousand")
    #expect(p99 / closed.value(atPercentile: 99) > 10_000)
  }

  @Test("All times of a run are those of a queue computed by hand")
  func everyTime() throws {
    var expected: [Int64] = []
    var done: Int64 = 0
    for index in 0..<2000 {
      let due = Int64(index) * 1_000_000
      done = max(due, done) + (index == 100 ? 50_000_000 : 900_000)
      expected.append(done - due)
    }
    let result = try LoadFixture.simulate(
      count: 2000,
      cost: 900_000,
      stalled: 100,
      stall: 50_000_000
    ) { _ in }
    let histogram = Histogram(layout: result.offered.slipHistogram.layout)
    for time in expected { histogram.record(time) }
    #expect(
      Array(result.commands[0].responseHistogram.recordedBuckets)
        == Array(histogram.recordedBuckets)
    )
    #expect(result.overall.response.mean == histogram.mean)
  }

  @Test("A system that cannot keep up gives an invalid result that says why")
  func saturation() throws {
    let result = try LoadFixture.simulate(count: 3000, cost: 2_000_000) { $0.queueCapacity = 16 }
    #expect(!result.valid)
    #expect(!result.offered.isInterrupted)
    #expect(result.offered.rate == 1000)
    let achieved = 2999.0 / 6
    #expect(result.measured.rate == achieved)
    #expect(result.reasons.contains(.rateNotAchieved(offered: 1000, achieved: achieved)))
    #expect(
      result.reasons.contains {
        if case .generatorLate(_, limit: 1_000_000) = $0 { true } else { false }
      }
    )
    #expect(
      result.reasons.map(\.description)[0] == "499.8 events/s were achieved of 1000.0 offered"
    )
    // The last event was due at 2,999 ms and done at 6,000 ms, whatever the queue.
    #expect(result.overall.response.max == bucket(result, 3_001_000_000))
    // It could be pushed when the 16th before it was done.
    #expect(result.offered.slip.max == bucket(result, 2984 * 2_000_000 - 2_999_000_000))
    #expect(result.offered.drops.isEmpty)
  }

  @Test("The limits of slip and rate are the caller's")
  func limits() throws {
    let result = try LoadFixture.simulate(count: 3000, cost: 2_000_000) {
      $0.queueCapacity = 16
      $0.slipLimitNanoseconds = .max
      $0.minimumAchievedShare = 0.499
    }
    #expect(result.valid)
  }

  @Test("Lost events are counted, and the others keep their own intended start")
  func newestDropped() throws {
    let result = try LoadFixture.simulate(count: 1000, cost: 2_000_000) {
      $0.queueCapacity = 4
      $0.overflow = .dropNewest
    }
    let lost = result.offered.drops.reduce(0) { $0 + $1.count }
    #expect(result.offered.drops.map(\.place) == [.newestInQueue])
    #expect(!result.valid)
    #expect(result.reasons.contains(.dropped(result.offered.drops[0])))
    #expect(result.overall.count + Int64(lost) == 1000)
    // Half of them, less what fits in the queue.
    #expect((490...500).contains(lost))
    // At most four wait before an event, one of them in service; counted by the order of dispatch,
    // the last would seem to have taken a second.
    #expect(result.overall.response.max <= bucket(result, 10_000_000))
    #expect(result.overall.response.max >= 4_000_000)
    #expect(result.offered.slip.max == 0)
  }

  @Test("The newest of a burst survive where the oldest are dropped")
  func oldestDropped() throws {
    // Two bursts of ten, a second apart; four fit, and each takes 1 ms.
    let events = (0..<20).map { LoadFixture.event($0, at: $0 < 10 ? 0 : 1_000_000_000) }
    let workload = try Workload(events: events)
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.queueCapacity = 4
    configuration.overflow = .dropOldest
    let run = try LoadRun(
      workload,
      plan: .recorded(workload.timestamps, speed: 1),
      configuration: configuration
    )
    let clock = VirtualClock()
    let work = LoadFixture.Work(clock, cost: 1_000_000)
    let result = run.simulate(table: try LoadFixture.table(work), clock: clock)
    #expect(result.offered.drops == [LoadDrop(place: .oldestInQueue, count: 12)])
    let histogram = result.overall.responseHistogram
    for milliseconds in 1...4 {
      #expect(histogram.count(at: Int64(milliseconds) * 1_000_000) == 2)
    }
    #expect(histogram.totalCount == 8)
  }

  @Test("The warm-up is dispatched and not measured")
  func warmUp() throws {
    let slow = try LoadFixture.simulate(count: 1000, cost: 1000, stalled: 3, stall: 9_000_000) {
      $0.warmUp = .events(20)
    }
    #expect(slow.overall.count == 980)
    #expect(slow.measured.warmUpCount == 20)
    #expect(slow.overall.response.max == bucket(slow, 1000))
    #expect(slow.offered.slip.count == 980)
    #expect(slow.commands[0].statuses[.completed] == 980)
    let nothing = try LoadFixture.simulate(count: 10, cost: 1) { $0.warmUp = .events(10) }
    #expect(nothing.reasons == [.nothingMeasured])
    #expect(nothing.offered.rate == 0)
    #expect(nothing.measured.rate == 0)
  }

  @Test("A stop ends the run with what was measured")
  func stop() throws {
    let clock = VirtualClock()
    let run = try LoadRun(
      LoadFixture.workload(10),
      plan: .constant(rate: 1000, length: .events(1000)),
      configuration: {
        var configuration = LoadConfiguration()
        configuration.warmUp = .events(0)
        return configuration
      }()
    )
    var asked = 0
    let work = LoadFixture.Work(clock, cost: 1_500_000)
    let result = run.simulate(table: try LoadFixture.table(work), clock: clock) {
      asked += 1
      return asked == 100
    }
    #expect(result.offered.isInterrupted)
    #expect(!result.valid)
    #expect(result.overall.count == 100)
    // 150 ms have passed: 151 were due, 100 were done.
    #expect(result.offered.count == 151)
    #expect(result.offered.plannedCount == 1000)
    #expect(result.offered.drops == [LoadDrop(place: .abandoned, count: 51)])
    #expect(result.reasons.first == .interrupted(offered: 151, planned: 1000))
  }

  @Test("A batch counts once for its first event, and every event ends at the end of it")
  func batch() throws {
    final class Bulk: BatchHandler {
      let clock: VirtualClock
      init(_ clock: VirtualClock) { self.clock = clock }
      override func handle(_ batch: inout BatchExchange) throws(HandlerError) {
        clock.wait(until: clock.now + 500)
      }
    }
    let clock = VirtualClock()
    var map = CommandMap()
    map.batch("accel", Bulk(clock))
    let run = try LoadRun(
      LoadFixture.workload(5),
      plan: .constant(rate: 1000, length: .events(50))
    )
    let result = run.simulate(table: try CommandTable(map), clock: clock)
    #expect(result.overall.count == 25, "half is warm-up")
    #expect(result.overall.response.max == 500)
    #expect(result.overall.service.max == 500)
  }

  @Test("Commands are reported apart, with their outcomes")
  func commands() throws {
    var map = CommandMap()
    map.validate("even") { _ in .exit }
    map.business("odd") { exchange throws(HandlerError) in
      if exchange.event.sequence % 4 == 1 { throw .invalidValue }
      return .proceed
    }
    map.business("never") { _ in .proceed }
    let events = (0..<60).map { index in
      LoadFixture.event(index, at: Int64(index), command: [1, 2, 99][index % 3])
    }
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 1000, length: .events(60)),
      configuration: configuration
    )
    let result = run.simulate(table: try CommandTable(map), clock: VirtualClock())
    #expect(result.commands.map(\.name) == ["unknown command", "even", "odd"])
    #expect(result.commands.map(\.count) == [20, 20, 20])
    #expect(result.commands[0].statuses[.unknownCommand] == 20)
    #expect(result.commands[1].statuses[.validationFailed] == 20)
    #expect(result.commands[2].statuses[.failed] == 5)
    #expect(result.commands[2].statuses[.completed] == 15)
    #expect(result.overall.statuses.total == 60)
    #expect(result.overall.response.p50 == 0)
    #expect(result.commands[0].response.p90 == nil)
  }

  @Test("Times beyond an hour are counted and make the run invalid")
  func outOfRange() throws {
    let result = try LoadFixture.simulate(
      count: 10,
      cost: 1,
      stalled: 9,
      stall: 5_000_000_000_000
    ) { _ in }
    #expect(result.overall.response.outOfRangeCount == 1)
    #expect(result.overall.count == 10)
    #expect(result.reasons.contains(.outOfRange(2)))
  }

  @Test("Equal runs give equal results, and the sink comes back with what it was told")
  func determinism() throws {
    var digests: [UInt64] = []
    for _ in 0..<2 {
      let clock = VirtualClock()
      let run = try LoadRun(
        LoadFixture.workload(30),
        plan: .poisson(rate: 1000, seed: 5, length: .events(100))
      )
      var log = LoadFixture.Log()
      let work = LoadFixture.Work(clock, cost: 10)
      _ = run.simulate(table: try LoadFixture.table(work), sink: &log, clock: clock)
      #expect(log.timestamps.count == 100)
      #expect(zip(log.timestamps, log.timestamps.dropFirst()).allSatisfy { $1 - $0 == 10_000_000 })
      digests.append(log.digest)
    }
    #expect(digests[0] == digests[1])
  }
}
