import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
import KymoBenchFixtures

@Suite("Warm-up") struct WarmUpTests {
  /// A handler whose cost in virtual ns is a function of how many events came before.
  private final class Changing: Handler {
    let clock: VirtualClock
    let cost: (Int64) -> Int64
    var seen: Int64 = 0

    init(_ clock: VirtualClock, _ cost: @escaping (Int64) -> Int64) {
      self.clock = clock
      self.cost = cost
    }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      clock.wait(until: clock.now + cost(seen))
      seen += 1
      return .proceed
    }
  }

  /// A simulated run of 40,000 events 1 ms apart, whose windows have 800 events.
  private func simulate(
    _ warmUp: WarmUp = .automatic,
    cost: @escaping (Int64) -> Int64
  ) throws -> LoadResult {
    var configuration = LoadConfiguration()
    configuration.warmUp = warmUp
    configuration.queueCapacity = 16
    let clock = VirtualClock()
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1000, length: .events(40_000)),
      configuration: configuration
    )
    return run.simulate(table: try LoadFixture.table(Changing(clock, cost)), clock: clock)
  }

  @Test("It ends once three windows agree, and what was in the queue by then belongs to it")
  func stable() throws {
    // From 500 µs down to 10 µs at event 4,900, which is in the seventh window; the next two agree
    // with it. The queue has 16 places, or 32, and a run 256 events.
    let result = try simulate { max(10_000, 500_000 - $0 * 100) }
    let bucket = result.offered.slipHistogram.layout.highestEquivalent(of: 10_000)
    #expect(result.measured.warmUp == .stable(medians: [bucket, bucket, bucket]))
    #expect(result.measured.warmUpCount == 9 * 800 + 2 * 16 + 256)
    #expect(result.overall.count == Int64(40_000 - result.measured.warmUpCount))
    #expect(result.offered.slip.count == result.overall.count)
    #expect(result.overall.response.max == bucket)
    #expect(
      result.measured.nanoseconds.lowerBound == Int64(result.measured.warmUpCount) * 1_000_000
    )
    #expect(result.valid)
    #expect(
      try simulate { max(10_000, 500_000 - $0 * 100) }.measured.warmUpCount
        == result.measured.warmUpCount
    )
  }

  @Test("It ends at half of the run at the latest, and says that nothing was stable")
  func unstable() throws {
    let result = try simulate { 10_000 + $0 * 20 }
    guard case .unstable(let medians) = result.measured.warmUp else {
      Issue.record("\(result.measured.warmUp)")
      return
    }
    #expect(medians.count == 3)
    #expect(medians == medians.sorted())
    #expect(result.measured.warmUpCount == 20_000)
    #expect(result.overall.count == 20_000)
  }

  @Test("What is stable from the start takes three windows")
  func immediately() throws {
    let result = try simulate { _ in 10_000 }
    #expect(result.measured.warmUpCount == 3 * 800 + 2 * 16 + 256)
    // Two percent of 10 µs are 200 ns; 25 ns are always within the tolerance.
    #expect(
      try simulate { 10_000 + $0 / 800 * 90 }.measured.warmUpCount == result.measured.warmUpCount
    )
    #expect(
      try simulate { 100 + $0 / 800 * 12 }.measured.warmUpCount == result.measured.warmUpCount
    )
    #expect(try simulate { 100 + $0 / 800 * 13 }.measured.warmUpCount == 20_000)
  }

  @Test("A fixed warm-up is not watched")
  func fixed() throws {
    let share = try simulate(.share(0.25)) { 10_000 + $0 }
    #expect(share.measured.warmUp == .fixed)
    #expect(share.measured.warmUpCount == 10_000)
    let time = try simulate(.nanoseconds(5_000_500_000)) { 10_000 + $0 }
    #expect(time.measured.warmUpCount == 5001)
    #expect(time.measured.warmUp.medians.isEmpty)
    #expect(try simulate(.share(7)) { _ in 1 }.reasons.contains(.nothingMeasured))
    let short = try LoadFixture.simulate(count: 1000, cost: 10) { $0.warmUp = .automatic }
    #expect(short.measured.warmUp == .fixed, "too short to tell")
    #expect(short.measured.warmUpCount == 500)
  }

  @Test("Both threads of a run begin to measure with the same event")
  func threads() throws {
    var configuration = LoadConfiguration()
    configuration.queueCapacity = 64
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1e6, length: .events(100_000)),
      configuration: configuration
    )
    let result = run.run(table: try LoadFixture.table(Handler()))
    #expect(result.measured.warmUp != .fixed)
    #expect(result.measured.warmUpCount <= 50_000)
    #expect(result.overall.count == Int64(100_000 - result.measured.warmUpCount))
    #expect(result.offered.slip.count + result.offered.slip.outOfRangeCount == result.overall.count)
  }
}
