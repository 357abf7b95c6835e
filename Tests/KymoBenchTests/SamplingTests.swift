import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
import KymoBenchFixtures

@Suite("One event in so many is timed") struct SamplingTests {
  /// A handler that takes longer for some events: by their place, whatever the clock says.
  final class Varied: Handler {
    let clock: VirtualClock
    let cost: (Int) -> Int64
    var seen = 0

    init(_ clock: VirtualClock, _ cost: @escaping (Int) -> Int64) {
      self.clock = clock
      self.cost = cost
    }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      clock.wait(until: clock.now + cost(seen))
      seen += 1
      return seen % 7 == 0 ? .exit : .proceed
    }
  }

  func simulate(
    _ interval: Int,
    count: Int = 200_000,
    seed: UInt64 = 1,
    warmUp: WarmUp = .events(1000),
    _ cost: @escaping (Int) -> Int64
  ) throws -> LoadResult {
    var configuration = LoadConfiguration()
    configuration.warmUp = warmUp
    configuration.sampleInterval = interval
    configuration.sampleSeed = seed
    let clock = VirtualClock(startingAt: 99)
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1000, length: .events(count)),
      configuration: configuration
    )
    return run.simulate(table: try LoadFixture.table(Varied(clock, cost)), clock: clock)
  }

  @Test("counts are exact, and percentiles those of all events", arguments: [2, 16, 64])
  func percentiles(interval: Int) throws {
    // Of 100 events 90 take 10 µs, nine 100 µs and one 900 µs: a percentile within a group is its time.
    let cost = { (place: Int) -> Int64 in
      place % 100 == 0 ? 900_000 : place % 100 < 10 ? 100_000 : 10_000
    }
    let full = try simulate(1, cost)
    let sampled = try simulate(interval, cost)
    #expect(sampled.measured.sampleInterval == interval)
    #expect(sampled.overall.count == full.overall.count)
    #expect(sampled.overall.statuses == full.overall.statuses)
    #expect(sampled.overall.statuses[.exited] > 28_000)
    #expect(sampled.measured.rate == full.measured.rate)
    #expect(sampled.offered.rate == full.offered.rate)
    #expect(sampled.offered.slip == full.offered.slip)
    #expect(sampled.valid == full.valid)
    // Distances from 1 to 2N - 1 have a variance below N² / 3.
    let timed = Double(sampled.overall.response.count)
    let expected = Double(full.overall.count) / Double(interval)
    #expect(abs(timed - expected) < 5 * (expected / 3).squareRoot(), "\(timed) of \(expected)")
    #expect(sampled.overall.service.count == sampled.overall.response.count)
    for percentile in [10.0, 50, 80, 95, 98, 99.5] {
      for (part, whole) in [
        (sampled.overall.responseHistogram, full.overall.responseHistogram),
        (sampled.overall.serviceHistogram, full.overall.serviceHistogram),
      ] {
        #expect(part.value(atPercentile: percentile) == whole.value(atPercentile: percentile))
      }
    }
    // Gaps between samples that are only counted are not known.
    #expect(sampled.commands[0].stream?.age.count == sampled.overall.response.count)
    #expect(sampled.commands[0].stream?.jitter.count == 0)
    let timeline = sampled.measured.timeline.intervals.reduce(0) { $0 + $1.count }
    #expect(timeline >= sampled.overall.response.count)
  }

  @Test("what repeats with the distance is neither always timed nor never", arguments: 1...5)
  func aliasing(seed: UInt64) throws {
    // A sampler that takes every 64th sees all of them slow, or none.
    let result = try simulate(64, count: 400_000, seed: seed) { $0 % 64 == 0 ? 900_000 : 1000 }
    let histogram = result.overall.serviceHistogram
    let share = Double(histogram.count(at: 900_000)) / Double(histogram.totalCount)
    #expect((0.005...0.03).contains(share), "\(share), seed \(seed)")
  }

  @Test("equal seeds time equal events, other seeds others") func seeds() throws {
    func times(_ seed: UInt64) throws -> [HistogramBucket] {
      let result = try simulate(16, count: 20_000, seed: seed) { Int64($0) + 1 }
      return Array(result.overall.serviceHistogram.recordedBuckets)
    }
    #expect(try times(3) == times(3))
    #expect(try times(3) != times(4))
  }

  @Test("distances are even around their mean") func gaps() {
    for mean in [1, 2, 64, LoadRun.maximumSampleInterval] {
      var gaps = SampleGaps(mean: mean, seed: 11)
      let count = 20_000
      let drawn = (0..<count).map { _ in gaps.next() }
      #expect(drawn.allSatisfy { 1...2 * mean - 1 ~= $0 })
      let average = Double(drawn.reduce(0, +)) / Double(count)
      #expect(abs(average / Double(mean) - 1) < 0.03, "\(average)")
    }
  }

  @Test("going back to the first event leaves the next one that is timed where it was")
  func rewind() throws {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.sampleInterval = 4
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1000, length: .events(100)),
      configuration: configuration
    )
    let table = try LoadFixture.table(Handler())
    let clock = VirtualClock()
    var ledger = LatencyLedger(run, table: table, sink: NoSink(), clock: clock)
    for _ in 0..<100 {
      ledger.rewind()
      for index in 0..<100 {
        ledger.record(
          LoadFixture.event(index, at: 1),
          Outcome(index: 0, status: .completed),
          digest: 0,
          message: RawSpan(),
          reply: RawSpan()
        )
      }
    }
    let counts = (ledger.timedCount, ledger.countedCount)
    #expect(counts.1 == 10_000)
    #expect((2300...2700).contains(counts.0), "\(counts.0)")
  }

  @Test("the warm-up still ends when it is stable") func stability() throws {
    let result = try simulate(16, warmUp: .automatic) { _ in 10_000 }
    guard case .stable(let medians) = result.measured.warmUp else {
      Issue.record("\(result.measured.warmUp)")
      return
    }
    #expect(medians.allSatisfy { $0 == result.overall.response.p50 })
    #expect(result.measured.warmUpCount < 30_000)
    #expect(result.overall.count == 200_000 - Int64(result.measured.warmUpCount))
  }

  @Test("where events are lost the others are counted all the same") func lossy() throws {
    func run(_ interval: Int) throws -> LoadResult {
      try LoadFixture.simulate(count: 2000, cost: 2_000_000) {
        $0.queueCapacity = 4
        $0.overflow = .dropNewest
        $0.sampleInterval = interval
      }
    }
    let (full, sampled) = try (run(1), run(8))
    #expect(sampled.overall.count == full.overall.count)
    #expect(sampled.offered.drops == full.offered.drops)
    #expect(sampled.measured.rate == full.measured.rate)
    #expect(sampled.overall.response.max <= full.overall.response.max)
  }

  @Test("requests and their replies") func requests() throws {
    let inputs: [(command: String, milliseconds: Int64)] = [
      ("none", 0), ("ask", 10), ("wait", 12), ("fix", 25), ("tell", 30), ("none", 40),
    ]
    func run(_ interval: Int) throws -> LoadResult {
      let workload = try PageFixture.workload(inputs)
      var configuration = LoadConfiguration()
      configuration.warmUp = .events(60)
      configuration.sampleInterval = interval
      let run = try LoadRun(
        workload,
        plan: .recorded(workload.timestamps, speed: 1, length: .events(6000)),
        configuration: configuration
      )
      let clock = VirtualClock()
      return run.simulate(table: try PageFixture.table(clock, cost: 1000), clock: clock)
    }
    let (full, sampled) = try (run(1), run(4))
    #expect(full.overall.reply.count > 2900)
    #expect(sampled.commands.map(\.count) == full.commands.map(\.count))
    #expect(sampled.commands.map(\.statuses) == full.commands.map(\.statuses))
    // A reply is timed with the event that brings it.
    let share = Double(sampled.overall.reply.count) / Double(full.overall.reply.count)
    #expect((0.2...0.3).contains(share), "\(share)")
    #expect(sampled.overall.reply.max == full.overall.reply.max)
  }
}
