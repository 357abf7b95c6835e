import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures

@Suite("Going through a plan") struct ArrivalWalkTests {
  /// Plans of every kind, of `count` events.
  static func plans(_ count: Int) throws -> [ArrivalPlan] {
    let length = PlanLength.events(count)
    let times: [Int64] = [-3, 0, 5, 5, 1_000_003, 2_000_000]
    return [
      .immediate(count: count),
      try .constant(rate: 700, length: length),
      // Neither is a fraction of words.
      try .constant(rate: 0.1, length: length),
      try .constant(rate: 12_345.678_9, length: length),
      try .bursts(rate: 3333, size: 7, length: length),
      try .bursts(rate: 3333.3, size: 7, seed: 5, length: length),
      try .poisson(rate: 1e6, seed: 3, length: length),
      try .recorded(times, rate: 999_983, length: length),
      try .recorded(times, rate: 0.3, length: length),
      try .recorded(times, speed: 0.7, length: length),
      // The gaps times their number do not go into a word.
      try .recorded([0, 1, 2, 3, .max], rate: 1e6, length: length),
    ]
  }

  @Test("steps come to what one division gives") func exact() throws {
    for plan in try Self.plans(5000) where !plan.shape.isRandom {
      for (place, offset) in plan.enumerated() {
        guard offset != plan.shape.offset(at: place) else { continue }
        Issue.record("\(plan.arrivals): event \(place) at \(offset)")
        break
      }
    }
    var sum = ExactSum(ExactRatio(2, over: 3))
    var halves = [Int64]()
    for _ in 0..<3 {
      sum.addUnit()
      halves.append(sum.nanoseconds)
    }
    #expect(halves == [1, 1, 2])
  }

  @Test("random gaps come to the same with words and without", arguments: [1, 42, 77] as [UInt64])
  func words(seed: UInt64) throws {
    // The same ratio, once in lowest terms and once as it comes.
    let ratio = try ArrivalPlan.gap(3000)
    var narrow = ExactSum(ExactRatio(ratio.numerator, over: ratio.denominator << 40))
    var units: UInt128 = 0
    var random = SplitMix64(seed: seed)
    for _ in 0..<10_000 {
      let draw = random.nextExponential()
      narrow.add(draw)
      units += UInt128(draw)
      let exact = ExactRatio(ratio.numerator, over: ratio.denominator << 40).scaled(units)
      #expect(narrow.nanoseconds == exact)
    }
  }

  @Test("a sum beyond the clock stays there") func overflow() {
    var sum = ExactSum(ExactRatio(1 << 62, over: 1))
    sum.add(1 as UInt64)
    #expect(sum.nanoseconds == 1 << 62)
    for _ in 0..<3 { sum.addUnit() }
    #expect(sum.nanoseconds == .max)
    var wide = ExactSum(ExactRatio(1 << 100, over: 3))
    wide.add(.max as UInt64)
    #expect(wide.nanoseconds == .max)
  }

  @Test("a walk ends with the last event, and goes back from the start") func seeking() throws {
    for plan in try Self.plans(100) {
      let offsets = plan.offsets
      #expect(offsets.count == 100 && plan.count == 100 && plan.isCountExact)
      #expect(plan.lastOffset == offsets[99], "\(plan.arrivals)")
      var walk = plan.makeIterator()
      for place in [0, 3, 3, 99, 98, 0, 1000] {
        #expect(walk.seek(place) == offsets[min(place, 99)], "\(plan.arrivals)")
      }
      #expect(walk.isDone && walk.index == 100 && walk.next() == nil)
    }
  }

  @Test("a time is filled with as many events as fit") func filling() throws {
    let length = PlanLength.nanoseconds(10_000_000)
    for plan in [
      try ArrivalPlan.constant(rate: 333_333, length: length),
      try .bursts(rate: 1e6, size: 13, length: length),
      try .poisson(rate: 1e6, seed: 9, length: length),
      try .bursts(rate: 1e6, size: 13, seed: 9, length: length),
      try .recorded([0, 100, 101], rate: 1e6, length: length),
    ] {
      let offsets = plan.offsets
      #expect(offsets.count == plan.count && plan.isCountExact, "\(plan.arrivals)")
      #expect(offsets.allSatisfy { $0 < 10_000_000 } && offsets.last == plan.lastOffset)
      for time in [0, 1, 5_000_000, plan.lastOffset, plan.lastOffset + 1] {
        let due = offsets.count { $0 < time }
        #expect(plan.count(before: time, upTo: .max) == due, "\(plan.arrivals)")
      }
    }
  }

  @Test("an hour of a million events per second is no more work than a second") func hour() throws {
    let hour = PlanLength.nanoseconds(3_600_000_000_000)
    let even = try ArrivalPlan.constant(rate: 1e6, length: hour)
    #expect(even.count == 3_600_000_000 && even.lastOffset == 3_599_999_999_000)
    let recorded = try ArrivalPlan.recorded([0, 1, 5], rate: 1e6, length: hour)
    #expect(recorded.count == 3_600_000_000)
    #expect(WarmUp.automatic.count(for: recorded) == 360_000_000)
    // Nobody draws 3.6 thousand million gaps before the run.
    let random = try ArrivalPlan.poisson(rate: 1e6, seed: 1, length: hour)
    #expect(!random.isCountExact && random.lastOffset == 3_599_999_999_999)
    // To ten standard deviations of a Poisson distribution.
    #expect(abs(random.count - 3_600_000_000) < 600_000)
    #expect(random.mostEvents > 3_600_000_000)
    #expect(!random.makeIterator().isDone)
  }

  @Test("a plan that is not counted in advance ends at its time") func uncounted() throws {
    let end: Int64 = 20_000_000
    let known = try ArrivalPlan.poisson(rate: 1e6, seed: 7, length: .nanoseconds(end))
    let plan = ArrivalPlan(known.shape, known.arrivals, until: end, counting: 1000)
    #expect(known.isCountExact && !plan.isCountExact && plan.lastOffset == end - 1)
    #expect(abs(known.count - plan.count) < 1000)
    #expect(plan.offsets == known.offsets)
    let count = known.count
    // The run knows at its end how many there were.
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(LoadFixture.workload(100), plan: plan, configuration: configuration)
    let result = run.simulate(table: try LoadFixture.table(Handler()), clock: VirtualClock())
    #expect(result.offered.plannedCount == count && result.offered.count == count)
    #expect(result.overall.count == Int64(count) && !result.offered.isInterrupted)
  }

  @Test("places and times are looked up as in a list") func lookup() throws {
    for plan in try Self.plans(300) {
      let offsets = plan.offsets
      let places = [0, 1, 150, 151, 299, 300, 1000]
      let times = [-1, 0, offsets[150], offsets[150] - 1, offsets[299]]
      let lookup = PlanLookup(plan, places: places + places, times: times + times)
      for place in places {
        #expect(lookup.due(at: place) == (place < 300 ? offsets[place] : nil), "\(plan.arrivals)")
      }
      for time in times where time < .max {
        #expect(lookup.count(dueBy: time) == offsets.count { $0 <= time }, "\(plan.arrivals)")
      }
    }
  }
}
