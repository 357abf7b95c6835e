import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures

@Suite("Arrival plans") struct ArrivalPlanTests {
  @Test("A ratio is exact after a billion events, at any rate")
  func exactness() throws {
    let microsecond = try ArrivalPlan.gap(1e6)
    #expect(microsecond.scaled(1_000_000_000) == 1_000_000_000_000)
    #expect(microsecond.scaled(999_999_999) == 999_999_999_000)
    let third = try ArrivalPlan.gap(3)
    #expect(third.scaled(1) == 333_333_333)
    #expect(third.scaled(2) == 666_666_667)
    #expect(third.scaled(3_000_000_000) == 1_000_000_000_000_000_000)
    // 1/1.5 ns: 2/3, 4/3 and 2 are 1, 1 and 2.
    let ratio = ExactRatio(2, over: 3)
    #expect((1...3).map { ratio.scaled($0) } == [1, 1, 2])
    #expect(ExactRatio(1, over: 2).scaled(1) == 1, "halves go up")
    #expect(ExactRatio(1).scaled(UInt128(Int64.max)) == .max)
    #expect(ExactRatio(1).scaled(UInt128(Int64.max) + 1) == nil)
    #expect(ExactRatio(3, over: 2).scaled(6_148_914_691_236_517_205) == nil, "rounds to 2^63")
    #expect(ExactRatio(0x1p100).scaled(1) == nil)
    // The intermediate product has more than 128 bits.
    #expect(ExactRatio(1 << 100, over: 1 << 120).scaled(5 << 80) == 5 << 60)
  }

  @Test("Constant arrivals do not drift")
  func constant() throws {
    let plan = try ArrivalPlan.constant(rate: 700, length: .events(70_001))
    let offsets = plan.offsets
    #expect(offsets.prefix(3) == [0, 1_428_571, 2_857_143])
    #expect(offsets[70_000] == 100_000_000_000 && plan.lastOffset == offsets[70_000])
    #expect(plan.arrivals == .constant(rate: 700))
    for index in stride(from: 0, to: plan.count, by: 7) {
      #expect(offsets[index] == Int64(index) * 10_000_000 / 7)
    }
    let second = try ArrivalPlan.constant(rate: 1000, length: .nanoseconds(1_000_000_000))
    #expect(second.count == 1000)
    #expect(second.offsets.last == 999_000_000)
    // 0.1 is not a tenth: the plan follows the number that was given.
    let slow = try ArrivalPlan.constant(rate: 0.1, length: .events(2))
    #expect(slow.offsets == [0, 10_000_000_000])
  }

  @Test("Poisson arrivals are those of an independent computation")
  func poisson() throws {
    let plan = try ArrivalPlan.poisson(rate: 1000, seed: 42, length: .events(100_000))
    let offsets = plan.offsets
    #expect(
      offsets.prefix(6) == [298_993, 2_132_134, 3_410_108, 4_476_668, 7_746_043, 7_887_344]
    )
    #expect(offsets[999] == 1_040_910_710)
    #expect(offsets[99_999] == 100_171_195_965 && plan.lastOffset == offsets[99_999])
    #expect(plan == (try ArrivalPlan.poisson(rate: 1000, seed: 42, length: .events(100_000))))
    let other = try ArrivalPlan.poisson(rate: 1000, seed: 43, length: .events(100_000))
    #expect(offsets != other.offsets)
    // The mean gap and the share of gaps above it, to four standard errors of 1 ms and of 1/e.
    let meanGap = Double(offsets[99_999]) / 1e5
    #expect(abs(meanGap - 1_000_000) < 12_650)
    let long = zip(offsets, offsets.dropFirst()).count { $1 - $0 > 1_000_000 }
    let share = Double(long) / 1e5
    #expect(abs(share - 0.367_879) < 0.0061)
  }

  @Test("Bursts come at once, and their pauses keep the mean rate")
  func bursts() throws {
    let plan = try ArrivalPlan.bursts(rate: 3, size: 2, length: .events(7))
    #expect(
      plan.offsets == [
        0, 0, 666_666_667, 666_666_667, 1_333_333_333, 1_333_333_333, 2_000_000_000,
      ]
    )
    #expect(plan.arrivals == .bursts(rate: 3, size: 2, seed: nil))
    #expect("\(plan.arrivals)" == "bursts of 2, 3.0 events/s")
    let long = try ArrivalPlan.bursts(rate: 700_000, size: 7, length: .events(7_000_007))
    #expect(long.offsets.last == 10_000_000_000, "a million bursts do not drift")
    let second = try ArrivalPlan.bursts(rate: 1000, size: 10, length: .nanoseconds(1_000_000_000))
    #expect(second.count == 1000)
    #expect(second.offsets.last == 990_000_000)
    let single = try ArrivalPlan.bursts(rate: 700, size: 1, length: .events(100))
    #expect(single.offsets == (try ArrivalPlan.constant(rate: 700, length: .events(100))).offsets)
    for size in [0, -1, ArrivalPlan.burstRange.upperBound + 1] {
      #expect(throws: ArrivalPlanError.burst(size)) {
        try ArrivalPlan.bursts(rate: 1, size: size, length: .events(1))
      }
    }
    #expect(throws: ArrivalPlanError.rate(0)) {
      try ArrivalPlan.bursts(rate: 0, size: 1, length: .events(1))
    }
  }

  @Test("Random pauses are those of Poisson arrivals, stretched by the size of the bursts")
  func randomBursts() throws {
    let length = PlanLength.events(99_999)
    let plan = try ArrivalPlan.bursts(rate: 3000, size: 3, seed: 42, length: length)
    let poisson = try ArrivalPlan.poisson(rate: 1000, seed: 42, length: .events(33_333))
    #expect(plan.offsets == poisson.offsets.flatMap { [$0, $0, $0] })
    #expect(plan == (try ArrivalPlan.bursts(rate: 3000, size: 3, seed: 42, length: length)))
    #expect(
      plan.offsets != (try ArrivalPlan.bursts(rate: 3000, size: 3, seed: 1, length: length)).offsets
    )
    let single = try ArrivalPlan.bursts(rate: 1000, size: 1, seed: 42, length: .events(33_333))
    #expect(single.offsets == poisson.offsets)
    #expect("\(plan.arrivals)" == "bursts of 3, 3000.0 events/s, random pauses, seed 42")
  }

  @Test("The logarithm is right to the last digits")
  func logarithm() {
    #expect(SplitMix64.logarithm(1) == 0)
    #expect(abs(SplitMix64.logarithm(2) - 0.693_147_180_559_945_3) < 1e-16)
    #expect(abs(SplitMix64.logarithm(0.1) + 2.302_585_092_994_046) < 1e-15)
    #expect(abs(SplitMix64.logarithm(0x1p-53) + 36.736_800_569_677_10) < 1e-14)
  }

  @Test("A scaled recording keeps its proportions and gets the rate")
  func recordedRate() throws {
    // Four gaps of mean 25 ms: 40 events/s.
    let times: [Int64] = [5_000_000, 15_000_000, 15_000_000, 65_000_000, 105_000_000]
    let plan = try ArrivalPlan.recorded(times, rate: 4000)
    #expect(plan.offsets == [0, 100_000, 100_000, 600_000, 1_000_000])
    #expect(plan.arrivals == .recorded(rate: 4000))
    let twice = try ArrivalPlan.recorded(times, rate: 4000, length: .events(12))
    #expect(twice.offsets[5...9] == [1_250_000, 1_350_000, 1_350_000, 1_850_000, 2_250_000])
    #expect(twice.offsets[10...] == [2_500_000, 2_600_000])
    let filled = try ArrivalPlan.recorded(times, rate: 4000, length: .nanoseconds(2_500_000))
    #expect(filled.count == 10)
    let short = try ArrivalPlan.recorded(times, rate: 4000, length: .events(2))
    #expect(short.offsets == [0, 100_000])
    // A year between two events, and a thousandth of an event per second: over 64 bits on the way.
    let year: Int64 = 31_536_000_000_000_000
    let rare = try ArrivalPlan.recorded([0, 1, year], rate: 0.001, length: .events(3))
    #expect(rare.offsets == [0, 0, 2_000_000_000_000])
  }

  @Test("A recording at a speed")
  func recordedSpeed() throws {
    let times: [Int64] = [-10, 0, 20]
    #expect(try ArrivalPlan.recorded(times, speed: 1).offsets == [0, 10, 30])
    #expect(try ArrivalPlan.recorded(times, speed: 10).offsets == [0, 1, 3])
    #expect(try ArrivalPlan.recorded(times, speed: 4).offsets == [0, 3, 8], "halves go up")
    #expect(
      try ArrivalPlan.recorded(times, speed: 0.5, length: .events(5)).offsets[3...] == [90, 110]
    )
  }

  @Test("A hundred thousand repetitions end where the arithmetic says")
  func repetitionDoesNotDrift() throws {
    let plan = try ArrivalPlan.recorded([0, 1, 3], rate: 7_000_000, length: .events(300_000))
    #expect(plan.offsets[299_997] == 42_856_714)  // 299,997 / 7e6 s
    #expect(zip(plan.offsets, plan.offsets.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("What cannot be planned is refused, with a reason")
  func errors() {
    #expect(throws: ArrivalPlanError.rate(0)) {
      try ArrivalPlan.constant(rate: 0, length: .events(1))
    }
    #expect(throws: ArrivalPlanError.rate(2e9)) {
      try ArrivalPlan.poisson(rate: 2e9, seed: 1, length: .events(1))
    }
    #expect(throws: ArrivalPlanError.self) {
      try ArrivalPlan.constant(rate: .nan, length: .events(1))
    }
    #expect(throws: ArrivalPlanError.emptyLength) {
      try ArrivalPlan.constant(rate: 1, length: .events(0))
    }
    #expect(throws: ArrivalPlanError.emptyLength) {
      try ArrivalPlan.constant(rate: 1, length: .nanoseconds(0))
    }
    #expect(throws: ArrivalPlanError.tooLong) {
      try ArrivalPlan.constant(rate: 1, length: .events(.max))
    }
    #expect(throws: ArrivalPlanError.tooLong) {
      try ArrivalPlan.poisson(rate: 1, seed: 1, length: .events(.max))
    }
    #expect(throws: ArrivalPlanError.noTimestamps) { try ArrivalPlan.recorded([], rate: 1) }
    #expect(throws: ArrivalPlanError.noDuration) { try ArrivalPlan.recorded([7, 7], rate: 1) }
    #expect(throws: ArrivalPlanError.unordered(index: 2)) {
      try ArrivalPlan.recorded([1, 2, 1], speed: 1)
    }
    #expect(throws: ArrivalPlanError.speed(-1)) { try ArrivalPlan.recorded([1, 2], speed: -1) }
    #expect(throws: ArrivalPlanError.tooLong) {
      try ArrivalPlan.recorded([.min, .max], speed: 1)
    }
    #expect(throws: ArrivalPlanError.tooLong) {
      try ArrivalPlan.recorded([0, 1 << 60], speed: 0.001)
    }
    #expect(
      "\(ArrivalPlanError.rate(0))" == "a rate of 0.0 events/s is not in 0.001...1000000000.0"
    )
  }

  @Test("The automatic warm-up is a tenth or a second, and at most half")
  func warmUp() throws {
    let long = try ArrivalPlan.constant(rate: 100, length: .nanoseconds(20_000_000_000))
    #expect(WarmUp.automatic.count(for: long) == 200, "a tenth of 2,000")
    let medium = try ArrivalPlan.constant(rate: 100, length: .nanoseconds(5_000_000_000))
    #expect(WarmUp.automatic.count(for: medium) == 100, "a second of five")
    let short = try ArrivalPlan.constant(rate: 100, length: .nanoseconds(500_000_000))
    #expect(WarmUp.automatic.count(for: short) == 25, "half of 50")
    #expect(WarmUp.events(7).count(for: short) == 7)
    #expect(WarmUp.events(99).count(for: short) == 50)
  }

  @Test("Without a schedule all are due at once")
  func immediate() {
    let plan = ArrivalPlan.immediate(count: 3)
    #expect(plan.offsets == [0, 0, 0] && "\(plan.arrivals)" == "back to back")
    #expect(WarmUp.automatic.count(for: plan) == 1, "at most half")
  }
}
