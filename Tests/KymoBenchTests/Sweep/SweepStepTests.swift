import KymoBenchFixtures
import Testing

@testable import KymoBench

@Suite("A rate that could not be offered") struct SweepStepTests {
  private let objective = LatencyObjective(.p50, atMost: 1_000_000)

  @Test("is not known, unless the dispatcher had no time to spare") func notKnown() throws {
    let idle = try LoadFixture.simulate(count: 1000, cost: 10_000) { _ in }
    let busy = try LoadFixture.simulate(count: 1000, cost: 990_000) { _ in }
    let late = InvalidReason.generatorLate(p99: 2_000_000, limit: 1_000_000)
    let preempted = InvalidReason.preempted(nanoseconds: 2, of: 100, limit: 0.01)
    let slow = InvalidReason.rateNotAchieved(offered: 1000, achieved: 900)
    func step(_ result: LoadResult, _ reasons: InvalidReason...) -> SweepStep {
      SweepStep(result.with(reasons: reasons), rate: 1000, objectives: [objective])
    }
    #expect(step(idle).verdict == "kept" && !step(idle).isUnoffered)
    for reasons in [[late], [preempted], [late, slow]] {
      let result = idle.with(reasons: reasons)
      #expect(SweepStep(result, rate: 1000, objectives: [objective]).verdict == "not known")
    }
    #expect(step(idle, slow).verdict == "INVALID", "it was offered")
    #expect(step(busy, late, slow).verdict == "INVALID", "the queue was full")
    #expect(step(idle, late, .outOfRange(1)).verdict == "INVALID")
  }

  @Test("and a sweep says so of it") func sweep() throws {
    var sweep = LoadSweep([objective], RateSearch(from: 1000, within: 500...2000))
    let kept = try LoadFixture.simulate(count: 1000, cost: 10_000) { _ in }
    let late = kept.with(reasons: [.generatorLate(p99: 2_000_000, limit: 1_000_000)])
    while let rate = sweep.nextRate { sweep.note(rate > 1000 ? late : kept) }
    guard case .between(let highest, let failed) = sweep.knee else {
      Issue.record("\(sweep.knee)")
      return
    }
    #expect(!sweep.isUnoffered(highest) && sweep.isUnoffered(failed))
  }
}
