import KymoBenchFixtures
import KymoCore
import Testing

@testable import KymoBench

@Suite("Ramps") struct RampTests {
  @Test("A ramp from nothing is a square root, to the ns") func root() throws {
    // Event n of a ramp from 0 to 2 events/s over 1 s is due after √n s; the second is not before the end.
    #expect(try ArrivalPlan.ramp(from: 0, to: 2, nanoseconds: 1_000_000_000).offsets == [0])
    let plan = try ArrivalPlan.ramp(from: 0, to: 200, nanoseconds: 100_000_000_000)
    #expect(plan.count == 10_000 && plan.isCountExact)
    for (index, offset) in plan.offsets.enumerated() {
      // n = t² in s; of ns it is t² = n·10¹⁸.
      let wanted = UInt128(index) * 1_000_000_000_000_000_000
      let (low, high) = (UInt128(max(0, 2 * offset - 1)), UInt128(2 * offset + 1))
      #expect(low * low <= 4 * wanted && 4 * wanted < high * high, "event \(index) at \(offset)")
    }
    #expect(plan.offsets.last == plan.lastOffset)
  }

  @Test(
    "A ramp of one rate is what constant arrivals are",
    arguments: [0.001, 3, 700, 1e6, 12.345]
  )
  func constant(rate: Double) throws {
    let nanoseconds = Int64(500 / rate * 1e9)
    let ramp = try ArrivalPlan.ramp(from: rate, to: rate, nanoseconds: nanoseconds)
    let plan = try ArrivalPlan.constant(rate: rate, length: .nanoseconds(nanoseconds))
    #expect(ramp.count == plan.count)
    // 0.001 is not a thousandth, as a Double; the ramp takes it for one.
    #expect(zip(ramp.offsets, plan.offsets).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test("Down is up, seen from the end") func mirror() throws {
    // Both have 1,500 events in all; event n from the start is event 1,500 - n from the end.
    let nanoseconds: Int64 = 1_000_000_000
    let up = try ArrivalPlan.ramp(from: 1000, to: 2000, nanoseconds: nanoseconds).offsets
    let down = try ArrivalPlan.ramp(from: 2000, to: 1000, nanoseconds: nanoseconds).offsets
    #expect(up.count == 1500 && down.count == 1500)
    for index in 1..<1500 {
      #expect(abs(down[index] - (nanoseconds - up[1500 - index])) <= 1, "event \(index)")
    }
  }

  @Test("Walks, lookups and counts agree, at extremes too")
  func extremes() throws {
    for (first, last, seconds) in [
      (1e9, 0.001, 2e-5), (0.001, 1e9, 2e-5), (0, 1e9, 1e-5), (1e9, 0, 1e-5),
      (0.001, 0.5, 9000),
      (3, 1, 1000),
    ] {
      let plan = try ArrivalPlan.ramp(from: first, to: last, nanoseconds: Int64(seconds * 1e9))
      let offsets = plan.offsets
      #expect(offsets.count == plan.count && offsets == offsets.sorted() && offsets.first == 0)
      #expect(abs(Double(plan.count) - (first + last) / 2 * seconds) <= 1)
      #expect(offsets == (0..<plan.count).map { plan.shape.offset(at: $0) })
      #expect(offsets.allSatisfy { $0 < Int64(seconds * 1e9) })
      let half = Int64(seconds * 0.5e9)
      #expect(plan.count(before: half, upTo: plan.count) == offsets.count { $0 < half })
      var walk = plan.makeIterator()
      #expect(walk.seek(plan.count / 3) == offsets[plan.count / 3])
    }
    // A million seconds up to a billion: beyond 128 bits on the way.
    let long = try ArrivalPlan.ramp(
      from: 0,
      to: 1e9,
      nanoseconds: ArrivalPlan.longestRampNanoseconds
    )
    #expect(long.count == 500_000_000_000_000)
    #expect(long.shape.offset(at: long.count / 4) == ArrivalPlan.longestRampNanoseconds / 2)
  }

  @Test("What is no ramp is refused") func refusals() {
    #expect(throws: ArrivalPlanError.rate(0)) {
      try ArrivalPlan.ramp(from: 0, to: 0, nanoseconds: 1)
    }
    #expect(throws: ArrivalPlanError.rate(-1)) {
      try ArrivalPlan.ramp(from: 1, to: -1, nanoseconds: 1)
    }
    #expect(throws: ArrivalPlanError.emptyLength) {
      try ArrivalPlan.ramp(from: 1, to: 2, nanoseconds: 0)
    }
    let long = ArrivalPlan.longestRampNanoseconds + 1
    #expect(throws: ArrivalPlanError.longRamp(long)) {
      try ArrivalPlan.ramp(from: 1, to: 2, nanoseconds: long)
    }
  }

  @Test("A run of a ramp is valid, and its figures are of the whole") func run() throws {
    let clock = VirtualClock()
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .ramp(from: 100, to: 2000, nanoseconds: 2_000_000_000),
      configuration: configuration
    )
    let work = LoadFixture.Work(clock, cost: 1000)
    let result = run.simulate(table: try LoadFixture.table(work), clock: clock)
    #expect(result.valid && result.overall.count == 2100 && result.overall.response.p99 == 1000)
    #expect(abs(result.offered.rate - 1050) < 2)
    #expect("\(result.offered.arrivals)" == "ramp from 100.0 to 2000.0 events/s")
  }

  @Test("A limit at a rate is none of a ramp's") func limits() throws {
    let result = try LoadFixture.simulate(count: 1000, cost: 10) { _ in }
    var load = StagedLoad(wanted: 2)
    for rate in [StageRate.ramp(from: 500, to: 1500), .steady(2000)] {
      load.append(StagedLoad.Stage(rate: rate, durationNanoseconds: 1, result: result))
    }
    func verdicts(_ rate: Double?) throws -> [LimitVerdict] {
      let limit = FigureLimit(
        .time(.response, .p50),
        1,
        condition: rate.map { .rate($0) },
        at: .option("--limit")
      )
      return load.judgement(of: [limit]) { limit, stage in
        stage.result.reading(for: limit, plannedRate: stage.rate.mean)
      }.all.map(\.verdict)
    }
    #expect(try verdicts(nil).count == 2, "every stage")
    #expect(try verdicts(2000).count == 1, "the stage that has it")
    // The mean of the ramp is 1,000.
    let missed = try verdicts(1000)
    #expect(missed.count == 2)
    guard case .notMeasured(let why) = missed[0] else {
      Issue.record("\(missed[0])")
      return
    }
    #expect(
      why == "it holds at 1000.0 events/s; this stage is a ramp from 500.0 to 1500.0 events/s"
    )
  }
}
