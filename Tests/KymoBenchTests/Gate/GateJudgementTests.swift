import Testing

@testable import KymoBench

@Suite("Gate: judgements") struct GateJudgementTests {
  static let rules = GateRules(metricCount: 4)
  static let metric = GateMetric(command: "accel", quantity: .cost)

  private func pairs(_ count: Int, _ ratio: Double, spread: Double = 0) -> [MeasuredPair] {
    (0..<count).map { index in
      let place = count > 1 ? 2 * Double(index) / Double(count - 1) - 1 : 0
      return MeasuredPair(base: 100, head: 100 * ratio * (1 + spread * place))
    }
  }

  private func judge(
    _ first: [MeasuredPair],
    _ second: [MeasuredPair] = []
  ) -> MetricJudgement {
    MetricJudgement(first, confirmation: second, threshold: 0.03, rules: Self.rules)
  }

  @Test("Every finding, and its verdict")
  func findings() {
    #expect(judge(pairs(20, 1)).finding == .unchanged)
    #expect(judge(pairs(20, 1.02)).verdict == .pass, "below the threshold")
    #expect(judge(pairs(20, 1.1)).finding == .unconfirmed)
    #expect(judge(pairs(20, 1.1)).verdict == .inconclusive, "never REGRESSED on one batch")
    #expect(judge(pairs(20, 1.1), pairs(20, 1.1)).verdict == .regressed)
    #expect(judge(pairs(20, 1.1), pairs(20, 1)).finding == .notRepeated)
    #expect(judge(pairs(20, 1.1), pairs(20, 1)).verdict == .pass)
    #expect(judge(pairs(20, 1.1), pairs(3, 1.1)).finding == .unconfirmed)
    #expect(judge(pairs(20, 1.1), pairs(20, 1.05, spread: 0.4)).finding == .unconfirmed)
    #expect(judge(pairs(20, 0.9), pairs(20, 0.9)).verdict == .improved)
    #expect(judge(pairs(20, 0.9), pairs(20, 1.1)).verdict == .pass, "they contradict each other")
    #expect(judge(pairs(20, 1.01, spread: 0.4)).finding == .noisy)
    #expect(judge(pairs(20, 0.7, spread: 0.1)).isSuspect)
    #expect(judge(pairs(20, 0.87, spread: 0.25)).verdict == .pass, "noisy, but surely not slower")
  }

  @Test("Too few pairs: undecided, with the number that is needed")
  func tooFew() {
    let needed = Self.rules.minimumPairs
    #expect(needed == 12, "2⁻¹² is the first power below 0.01 / 24")
    #expect(judge([]).finding == .tooFewPairs(had: 0, needed: needed))
    #expect(judge(pairs(needed - 1, 2)).finding == .tooFewPairs(had: needed - 1, needed: needed))
    #expect(judge(pairs(needed - 1, 2)).verdict == .inconclusive)
    #expect(judge(pairs(needed, 1)).finding == .unchanged)
  }

  @Test("The same pairs in another order give the same judgement")
  func order() {
    let pairs = pairs(21, 1.04, spread: 0.1)
    #expect(judge(pairs) == judge(pairs.reversed()))
    #expect(judge(pairs) == judge(pairs))
  }

  private func phase(
    head: Double = 1,
    again: Double = 1,
    control: Double = 1,
    canary: Double? = 1.1,
    spread: Double = 0,
    quantity: GateQuantity = .cost
  ) -> GatePhase {
    var series = GateSeries(GateMetric(command: "accel", quantity: quantity))
    series.pairs = pairs(20, head, spread: spread)
    series.control = pairs(20, control)
    series.canary = pairs(20, canary ?? 1)
    if head != 1 { series.confirmation = pairs(20, again) }
    return GatePhase(
      name: "cost",
      series: [series],
      canary: canary.map { _ in .init(metric: series.metric, nanoseconds: 10) }
    )
  }

  private func judge(_ phase: GatePhase, isStrict: Bool = false) -> PhaseJudgement {
    PhaseJudgement(phase, threshold: 0.03, rules: Self.rules, isStrict: isStrict)
  }

  @Test("The control and the canary have their say")
  func controls() {
    #expect(judge(phase()).verdict == .pass)
    #expect(judge(phase()).reasons.isEmpty)
    #expect(judge(phase(head: 1.2, again: 1.2)).verdict == .regressed)
    #expect(judge(phase(head: 0.8, again: 0.8)).verdict == .improved)

    let unstable = judge(phase(head: 1.2, again: 1.2, control: 1.2))
    #expect(unstable.verdict == .invalid)
    #expect(unstable.reasons.first?.contains("BASE differs from itself") == true)
    #expect(judge(phase(control: 0.8)).verdict == .invalid, "in either direction")

    let blind = judge(phase(canary: 1.02))
    #expect(blind.verdict == .inconclusive)
    #expect(blind.reasons.first?.contains("made on purpose was not seen") == true)
    #expect(judge(phase(head: 1.2, again: 1.2, canary: 1.02)).verdict == .regressed)
    #expect(judge(phase(canary: nil)).verdict == .inconclusive)

    var failed = phase(head: 1.2, again: 1.2)
    failed.failure = "no run was valid"
    #expect(judge(failed).verdict == .invalid)
    #expect(judge(GatePhase(name: "load")).verdict == .inconclusive)
  }

  @Test("Noise in the tail leaves a run undecided only on request")
  func tail() {
    let noisy = phase(spread: 0.6, quantity: .responseP99)
    var watched = noisy
    watched.series[0].canary = pairs(20, 1.3)
    #expect(judge(watched).verdict == .pass)
    #expect(judge(watched, isStrict: true).verdict == .inconclusive)
    #expect(
      judge(phase(head: 1.05, again: 1.05, canary: 1.2, quantity: .responseP99)).verdict == .pass
    )
    let slower = phase(head: 1.2, again: 1.2, canary: 1.2, quantity: .responseP99)
    #expect(judge(slower).verdict == .regressed, "beyond 10 %")
  }

  @Test("Counts are exact: one allocation more fails, one percent more instructions does not")
  func counts() {
    func count(_ base: Int64, _ head: Int64, _ share: Double, _ each: Int64) -> GateVerdict? {
      CountComparison(
        name: "n",
        base: base,
        head: head,
        events: 100,
        allowedShare: share,
        allowedPerEvent: each
      ).verdict
    }
    #expect(count(0, 0, 0, 0) == .pass)
    #expect(count(0, 1, 0, 0) == .regressed)
    #expect(count(5, 4, 0, 0) == .improved)
    #expect(count(100_000, 101_000, 0.01, 2) == .pass)
    #expect(count(100_000, 101_001, 0.01, 2) == .regressed)
    #expect(count(100_000, 98_999, 0.01, 2) == .improved)
    #expect(count(1_000, 1_200, 0.01, 2) == .pass, "two per event are nothing")
    #expect(CountComparison(name: "n", unavailable: "no valgrind").verdict == nil)
  }

  @Test("A change and its limit have the digits that tell them apart") func digits() {
    func texts(_ base: Int64, _ head: Int64, _ share: Double = 0.01, _ each: Int64 = 0) -> [String]
    {
      let count = CountComparison(
        name: "n",
        base: base,
        head: head,
        events: 100,
        allowedShare: share,
        allowedPerEvent: each
      )
      return [count.changeText?.change ?? "-", count.allowedText]
    }
    #expect(texts(100_000, 100_500) == ["+0.5 %", "+1.0 %"])
    #expect(texts(100_000, 101_000) == ["+1.0 %", "+1.0 %"], "exactly the limit")
    #expect(texts(100_000, 100_970) == ["+0.97 %", "+1.00 %"])
    #expect(texts(1_000_000, 1_010_002) == ["+1.0002 %", "+1.0000 %"])
    #expect(texts(1_000_000, 1_000_001, 0) == ["+0.0001 %", "+0.0000 %"])
    #expect(texts(1_000, 1_150, 0.01, 2) == ["+15.0 %", "+20.0 %"], "two per event are allowed")
    #expect(texts(0, 5, 0.01, 2) == ["-", "+2 per event"])
    #expect(texts(0, 5, 0) == ["-", "+0.0 %"])
    #expect(texts(10, 1_000) == ["× 100", "+0.0 %"])
    #expect(PhaseJudgement.percents(1 + 1e-12, 1).0 == "+0.000000 %", "as many as there are")
  }

  @Test("The verdict over everything")
  func decision() {
    let same = GateDecision.Digests(base: "a", head: "a", mayDiffer: false)
    let pass = judge(phase())
    func decide(
      _ digests: GateDecision.Digests? = same,
      _ counts: [CountComparison] = [],
      _ phases: [PhaseJudgement],
      isInterrupted: Bool = false
    ) -> GateVerdict {
      GateDecision(digests: digests, counts: counts, phases: phases, isInterrupted: isInterrupted)
        .verdict
    }
    let slower = judge(phase(head: 1.2, again: 1.2))
    let invalid = judge(phase(control: 1.2))
    let more = CountComparison(name: "n", base: 1, head: 2, events: 1, allowedShare: 0)
    #expect(decide(same, [], [pass]) == .pass)
    #expect(decide(same, [], [pass, judge(phase(head: 0.8, again: 0.8))]) == .improved)
    #expect(decide(same, [more], [pass]) == .regressed)
    #expect(decide(same, [], [invalid, slower]) == .regressed)
    #expect(decide(same, [], [pass, invalid]) == .invalid)
    #expect(decide(same, [], [pass, judge(phase(canary: 1.02))]) == .inconclusive)
    #expect(decide(same, [], []) == .inconclusive)
    #expect(decide(same, [more], [slower], isInterrupted: true) == .inconclusive)
    var differ = GateDecision.Digests(base: "a", head: "b", mayDiffer: false)
    #expect(decide(differ, [], [pass]) == .invalid)
    differ.mayDiffer = true
    #expect(decide(differ, [], [pass]) == .pass)
  }

  @Test("A rare command that is too noisy leaves the busiest one to decide, unless required")
  func rare() {
    var noisy = phase()
    noisy.series.append(GateSeries(GateMetric(command: "sendloc", quantity: .cost)))
    noisy.series[1].pairs = pairs(20, 1, spread: 0.6)
    noisy.series[1].control = pairs(20, 1)
    let judgement = judge(noisy)
    #expect(judgement.verdict == .pass && judgement.reasons.isEmpty)
    let text = "sendloc cost is not known: nothing smaller than +"
    #expect(judgement.sparedReasons.count == 1)
    #expect(judgement.sparedReasons.allSatisfy { $0.hasPrefix(text) })
    let decision = GateDecision(digests: nil, counts: [], phases: [judgement])
    #expect(decision.verdict == .pass)
    #expect(decision.sentence.contains("only cost was compared; \(text)"))
    let required = GateDecision(digests: nil, counts: [], phases: [judgement], required: [.cost])
    #expect(required.verdict == .inconclusive && required.reasons == judgement.sparedReasons)
    #expect(judge(noisy, isStrict: true).verdict == .inconclusive)

    // The busiest one is never spared, and a change that was seen in a rare one has to be confirmed.
    noisy.series.swapAt(0, 1)
    noisy.canary?.metric = noisy.series[0].metric
    noisy.series[0].canary = pairs(20, 1.1)
    #expect(judge(noisy).verdict == .inconclusive)
    noisy.series.swapAt(0, 1)
    noisy.series[1].pairs = pairs(20, 1.2)
    #expect(judge(noisy).verdict == .inconclusive)
    noisy.series[1].confirmation = pairs(20, 1.2)
    #expect(judge(noisy).verdict == .regressed)
  }

  @Test("Load that is not known leaves counts and cost to decide, unless it is required")
  func load() {
    var load = phase(spread: 0.6, quantity: .responseP50)
    load = GatePhase(name: "load", series: load.series, canary: load.canary)
    let noisy = judge(load)
    #expect(noisy.notKnown?.hasPrefix("load is not known: nothing smaller than +") == true)
    let pass = judge(phase())
    let equal = CountComparison(name: "n", base: 1, head: 1, events: 1, allowedShare: 0)
    func decide(
      _ counts: [CountComparison],
      _ phases: [PhaseJudgement],
      _ required: Set<GatePart> = []
    ) -> GateDecision {
      GateDecision(digests: nil, counts: counts, phases: phases, required: required)
    }
    let decision = decide([equal], [pass, noisy])
    #expect(decision.verdict == .pass && decision.compared == [.counts, .cost])
    #expect(
      decision.sentence.hasPrefix(
        "HEAD is no worse than BASE: only counts and cost were compared; load is not known: nothing "
      )
    )
    #expect(decide([equal], [noisy]).sentence.contains("only counts were compared; load is not"))
    #expect(decide([equal], [pass, noisy], [.load]).verdict == .inconclusive)
    #expect(decide([], [noisy]).verdict == .inconclusive, "nothing is known")
    #expect(decide([], [noisy]).sentence == "nothing can be said for certain")
    // A machine that is not to be trusted under load says nothing of the cost.
    var failed = load
    failed.failure = "32 of 32 runs were invalid"
    #expect(decide([], [pass, judge(failed)]).verdict == .pass)
    #expect(decide([], [pass, judge(failed)], [.load]).verdict == .invalid)
    failed.isContradictory = true
    #expect(decide([], [pass, judge(failed)]).verdict == .invalid)
    var slower = phase(head: 1.2, again: 1.2, quantity: .responseP50)
    slower = GatePhase(name: "load", series: slower.series, canary: slower.canary)
    #expect(decide([equal], [pass, judge(slower)]).verdict == .regressed, "what is seen counts")
    let none = CountComparison(name: "n", unavailable: "no valgrind")
    #expect(decide([none], [pass], [.counts]).verdict == .inconclusive)
    #expect(decide([none], [pass]).sentence.hasSuffix("; counts are not known: no valgrind"))
    #expect(decide([none], [pass]).sentence.contains("only cost was compared"))
  }

  @Test("A machine of two states: rounds in which it changed are set aside, whatever HEAD says")
  func states() {
    #expect(MachineStates([]).medians.isEmpty)
    func medians(_ values: [Double]) -> [Double] {
      MachineStates(
        (0..<values.count / 2).map { [.base: values[2 * $0], .control: values[2 * $0 + 1]] }
      ).medians
    }
    #expect(medians([250, 255, 260, 740, 750, 755]) == [255, 750])
    #expect(medians([100, 101, 102, 103, 100, 300]).count == 1, "one stray is no state")
    #expect(medians((0..<40).map { 100 + Double($0) }).count == 1)
    #expect(medians([100, 150, 101, 150, 102, 150, 100, 150]).count == 1, "it differs from itself")
    func phase(head: Double) -> GatePhase {
      var phase = GatePhase(name: "cost", series: [GateSeries(Self.metric)])
      for round in 0..<20 {
        let state = round < 10 ? 1.0 : 3
        // In every fifth round the state changes after BASE.
        let after = round % 5 == 4 ? 4 - state : state
        phase.add(
          [[.base: 100 * state, .head: head * after, .control: 101 * after]],
          isConfirmation: false
        )
      }
      return phase
    }
    let equal = phase(head: 100)
    #expect(equal.setAsideCount == 4 && equal.states.medians.count == 2)
    #expect(equal.series[0].pairs.count == 16 && equal.series[0].control.count == 16)
    #expect(equal.series[0].pairs.allSatisfy { $0.ratio == 1 })
    #expect(phase(head: 500).setAsideCount == 4)
  }

  @Test("A handler's count is judged by its calls, and its reason names it and what changed")
  func handler() {
    func count(_ head: Int64) -> CountComparison {
      CountComparison(
        name: "instructions of Low",
        base: 4700,
        head: head,
        events: 100,
        allowedShare: 0.01,
        allowedPerEvent: 2,
        handler: "Low",
        changes: [CountChange(name: "Low.handle", base: 47, head: Double(head) / 100)]
      )
    }
    #expect(count(4900).verdict == .pass && count(4900).reason == nil, "two are nothing")
    #expect(
      count(5170).reason
        == "counts: instructions of Low: +10.0 % in HEAD, 51.70 instead of 47 per call; more in "
        + "Low.handle (+4.70)"
    )
  }

  @Test("ABBA: every second round is mirrored, and the pairs are as close as they can be")
  func abba() {
    #expect(GateRole.order(round: 0, isConfirmation: true) == [.base, .head, .control])
    #expect(GateRole.order(round: 1, isConfirmation: true) == [.control, .head, .base])
    #expect(GateRole.order(round: 2, isConfirmation: false) == [.canary, .base, .head, .control])
    #expect(GateRole.order(round: 3, isConfirmation: false) == [.control, .head, .base, .canary])
  }

  @Test("A measurement that is missing makes no pair")
  func missing() {
    var series = GateSeries(Self.metric)
    series.add([.base: 100, .head: 110, .control: 101], isConfirmation: false)
    series.add([.base: 100, .canary: 120], isConfirmation: false)
    series.add([.base: 0, .head: 110], isConfirmation: false)
    series.add([.base: 100, .head: 90], isConfirmation: true)
    #expect(series.pairs == [MeasuredPair(base: 100, head: 110)])
    #expect(series.control.count == 1 && series.canary.isEmpty)
    #expect(series.confirmation == [MeasuredPair(base: 100, head: 90)])
  }
}
