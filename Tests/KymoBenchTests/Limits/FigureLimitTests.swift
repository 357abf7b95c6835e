import KymoBench
import KymoBenchFixtures
import KymoCore
import Testing

@Suite("Limits of figures") struct FigureLimitTests {
  private func limit(
    _ figure: LimitFigure,
    _ value: Double,
    _ tolerance: LimitTolerance = .none
  ) -> FigureLimit {
    FigureLimit(figure, value, tolerance: tolerance, at: .option("--limit"))
  }

  private func verdict(_ limit: FigureLimit, _ reading: LimitReading) -> LimitVerdict {
    limit.judged(by: reading).verdict
  }

  @Test("Every figure has a name of its own, which leads back to it") func names() {
    #expect(Set(LimitFigure.all.map(\.description)).count == LimitFigure.all.count)
    for figure in LimitFigure.all { #expect(LimitFigure(figure.description) == figure) }
    #expect(LimitFigure("p99.9") == .time(.response, .p999))
    #expect(LimitFigure("response.p98") == nil && LimitFigure("") == nil)
  }

  @Test("A limit is kept up to its bound and broken beyond, tolerance and all") func bounds() {
    let plain = limit(.counted(.allocations), 0)
    #expect(verdict(plain, .value(0)) == .kept)
    #expect(verdict(plain, .value(0.001)) == .broken)
    let share = limit(.counted(.instructions), 800, .percent(1))
    #expect(share.bound == 808)
    #expect(verdict(share, .value(808)) == .kept)
    #expect(verdict(share, .value(808.001)) == .broken)
    let amount = limit(.time(.response, .p99), 1000, .amount(50))
    #expect(verdict(amount, .value(1050)) == .kept)
    #expect(verdict(amount, .value(1051)) == .broken)
    #expect(verdict(amount, .none("no")) == .notMeasured("no"))
    #expect(amount.judged(by: .none("no")).actual == nil)
  }

  @Test("A knee is judged by what was tried on both sides of it") func knee() {
    let knee = limit(.knee, 1000, .percent(20))
    #expect(knee.bound == 800)
    #expect(verdict(knee, .between(low: 800, high: 840)) == .kept)
    #expect(verdict(knee, .between(low: 700, high: 800)) == .broken)
    #expect(verdict(knee, .between(low: 0, high: 100)) == .broken)
    // Whether 800 would be kept was not tried.
    #expect(verdict(knee, .between(low: 790, high: 830)).reason != nil)
    #expect(verdict(knee, .between(low: 790, high: nil)).reason != nil)
    #expect(verdict(knee, .between(low: 900, high: nil)) == .kept)
    // Below nothing there is nothing.
    #expect(limit(.knee, 10, .amount(20)).bound == 0)
  }

  @Test("A judgement counts, and of an invalid run it judges nothing") func judgement() {
    let limits = [
      limit(.drops, 0), limit(.counted(.bytes), 5), limit(.time(.slip, .max), 5),
    ]
    let judgement = LimitJudgement(limits) { limit in
      switch limit.figure {
      case .drops: .value(1)
      case .counted: .value(5)
      default: .none("why not")
      }
    }
    #expect(judgement.summary == "1 kept, 1 BROKEN, 1 not measured")
    #expect(judgement.broken.map(\.limit) == [limits[0]])
    #expect(judgement.notMeasured.map(\.limit) == [limits[2]])
    let invalid = LimitJudgement.ofInvalidRun(limits)
    #expect(invalid.notMeasured.count == 3 && invalid.broken.isEmpty && invalid.keptCount == 0)
  }

  @Test("A run says what it measured, and of the rest that it did not") func readings() throws {
    let result = try LoadFixture.simulate(
      count: 2000,
      cost: 10_000,
      stalled: 1000,
      stall: 8_000_000
    ) {
      $0.deadlineNanoseconds = 1_000_000
    }
    try #require(result.valid)
    func reading(
      _ figure: LimitFigure,
      of command: String? = nil,
      condition: LimitCondition? = nil,
      rate: Double? = 1000
    ) -> LimitReading {
      let place = LimitPlace.option("")
      let limit = FigureLimit(figure, 1, of: command, condition: condition, at: place)
      return result.reading(for: limit, plannedRate: rate)
    }
    let p50 = try #require(result.overall.response.p50)
    #expect(reading(.time(.response, .p50)) == .value(Double(p50)))
    #expect(reading(.time(.response, .max)) == .value(Double(result.overall.response.max)))
    #expect(reading(.time(.slip, .p99)) == .value(0))
    #expect(reading(.drops) == .value(0))
    let missed = try #require(result.overall.missedDeadlines)
    #expect(missed > 0)
    #expect(reading(.deadlineMisses) == .value(Double(missed) / 2000))
    let name = try #require(result.commands.first?.name)
    #expect(reading(.time(.response, .p50), of: name) == .value(Double(p50)))
    func reason(_ reading: LimitReading) -> String {
      if case .none(let reason) = reading { reason } else { "\(reading)" }
    }
    #expect(reason(reading(.time(.response, .p999))).contains("2000 times are too few for p99.9"))
    #expect(reason(reading(.time(.reply, .p50))).contains("no reply times"))
    #expect(reason(reading(.time(.response, .p50), of: "other")).contains("no event of other"))
    #expect(reason(reading(.counted(.instructions))).contains("'count'"))
    #expect(reason(reading(.knee)).contains("'sweep'"))
    #expect(reading(.time(.response, .p50), condition: .rate(1000)) == .value(Double(p50)))
    let other = reading(.time(.response, .p50), condition: .rate(2000))
    #expect(reason(other) == "it holds at 2000.0 events/s; this run has 1000.0 events/s")
    let unpaced = reading(.time(.response, .p50), condition: .rate(2000), rate: nil)
    #expect(reason(unpaced).contains("no schedule"))
    // What handlers cost back to back is no measure for load.
    let service = LimitFigure.time(.service, .p50)
    #expect(reason(reading(service, condition: .unpaced)).contains("--pace none"))
    let same = try #require(result.overall.service.p50)
    #expect(reading(service, condition: .unpaced, rate: nil) == .value(Double(same)))
  }

  @Test("What a run gives rise to, the same run keeps") func proposal() throws {
    let result = try LoadFixture.simulate(
      count: 2000,
      cost: 10_000,
      stalled: 1000,
      stall: 8_000_000
    ) {
      _ in
    }
    let limits = LimitProposal.limits(of: result, plannedRate: 1000, at: .option(""))
    #expect(limits.map(\.figure).contains(.time(.response, .p99)))
    #expect(limits.map(\.figure).contains(.drops))
    let judgement = LimitJudgement(limits) { result.reading(for: $0, plannedRate: 1000) }
    #expect(judgement.keptCount == limits.count)
    let p50 = try #require(result.overall.response.p50)
    let limit = try #require(limits.first { $0.figure == .time(.response, .p50) })
    #expect(limit.value >= 3 * Double(p50) && limit.value <= 3.3 * Double(p50))
    #expect(limit.condition == .rate(1000))
    // A fourfold cost is beyond the median's limit.
    let slower = try LoadFixture.simulate(count: 2000, cost: 40_000, stalled: 1, stall: 0) { _ in }
    let slow = LimitJudgement(limits) { slower.reading(for: $0, plannedRate: 1000) }
    #expect(slow.broken.map(\.limit.figure).contains(.time(.response, .p50)))
  }

  @Test("Counts keep their own limits to the last instruction") func counts() {
    let limits = LimitProposal.limits(
      of: [(.instructions, 805.158_000_1), (.allocations, 0), (.bytes, 1.0 / 3)],
      command: "accel",
      at: .option("")
    )
    #expect(limits.map(\.value) == [805.158_001, 0, 0.333_334])
    #expect(limits.map(\.tolerance) == [.percent(1), .none, .none])
    #expect(limits.allSatisfy { $0.command == "accel" && $0.condition == nil })
  }
}
