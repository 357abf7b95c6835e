import Testing

@testable import KymoBench

@Suite("Gate: protocol") struct GateProtocolTests {
  static let metric = GateMetric(command: "accel", quantity: .cost)

  private func reading(_ value: Double, digest: String = "d", app: String? = "A") -> GateRunOutcome
  {
    .valid(GateReading(digest: digest, app: app, figures: [(Self.metric, value)]))
  }

  /// A gate of `parts` that has both replays behind it.
  private func begun(
    _ parts: Set<GatePart>,
    pairs: Int = 12,
    _ change: (inout GateConfiguration) -> Void = { _ in }
  ) -> GateProtocol {
    var configuration = GateConfiguration(parts: parts, pairs: pairs)
    change(&configuration)
    var gate = GateProtocol(configuration)
    for side in GateSide.allCases {
      #expect(gate.next(timeLeft: 1_000_000_000_000) == .replay(side))
      gate.note(GateReplay(digest: "d", events: 7, app: "A"), of: side)
    }
    return gate
  }

  /// Answers every run until the end; returns the runs.
  private func finish(
    _ gate: inout GateProtocol,
    timeLeft: Int64 = 1_000_000_000_000,
    _ answer: (GateRun, Int) -> GateRunOutcome
  ) -> [GateRun] {
    var runs: [GateRun] = []
    while case .run(let run) = gate.next(timeLeft: timeLeft) {
      runs.append(run)
      gate.note(answer(run, runs.count), tookNanoseconds: 1_000_000)
      guard runs.count < 20_000 else {
        Issue.record("it does not end")
        break
      }
    }
    #expect(gate.next(timeLeft: timeLeft) == .done)
    return runs
  }

  @Test("Replays, counts, warm-up, one look: equal builds need no more") func course() {
    var gate = begun([.counts, .cost])
    #expect(gate.next(timeLeft: 400) == .count(events: 7, limitNanoseconds: 200))
    gate.note([CountComparison(name: "n", base: 1, head: 1, events: 7, allowedShare: 0)])
    let runs = finish(&gate) { run, _ in reading(run.role == .canary ? 111 : 100) }
    let warmUp = runs.prefix { $0.stage == .warmUp }
    #expect(warmUp.map(\.role) == [.base, .head, .head, .base])
    #expect(warmUp.allSatisfy { $0.handicapNanoseconds == 0 && $0.method == .cost })
    let looks = runs.dropFirst(4)
    #expect(looks.allSatisfy { $0.stage == .look(1) } && looks.count == 12 * 5 * 4)
    #expect(looks.filter { $0.role == .canary }.allSatisfy { $0.handicapNanoseconds == 10 })
    #expect(looks.filter { !$0.freshCopies.isEmpty }.count == 12, "once a round")
    #expect(looks.prefix(4).map(\.role) == [.canary, .base, .head, .control])
    #expect(looks.dropFirst(4).prefix(4).map(\.role) == [.control, .head, .base, .canary])
    let measured = gate.measurements
    #expect(measured.app == "A" && measured.rules.metricCount == 1 && measured.notes.isEmpty)
    #expect(measured.methods[0].repeats == 5 && measured.methods[0].runs == runs.count)
    #expect(measured.decision(gate.configuration).verdict == .pass)
  }

  @Test("What is slower is confirmed by a second batch without a canary") func confirmed() {
    var gate = begun([.cost])
    let runs = finish(&gate) { run, _ in
      reading(run.role.side == .base ? 100 : run.role == .head ? 110 : 125)
    }
    let second = runs.filter(\.stage.isConfirmation)
    #expect(second.allSatisfy { $0.stage == .confirmation(1) } && second.count == 12 * 5 * 3)
    #expect(Set(second.map(\.role)) == [.base, .head, .control])
    #expect(gate.measurements.decision(gate.configuration).verdict == .regressed)
  }

  @Test("A second batch that is too noisy to tell is made larger once") func unconfirmed() {
    var gate = begun([.cost])
    var round = 0
    let runs = finish(&gate) { run, _ in
      if !run.freshCopies.isEmpty { round += 1 }
      guard run.stage.isConfirmation else {
        return reading(run.role.side == .base ? 100 : run.role == .head ? 110 : 125)
      }
      // Half of the ratios are 0.8, half 1.3.
      return reading(run.role.side == .base ? 100 : round.isMultiple(of: 2) ? 80 : 130)
    }
    let stages = runs.map(\.stage)
    #expect(stages.contains(.confirmation(2)) && !stages.contains(.look(2)))
    #expect(gate.measurements.methods[0].phase.series[0].confirmation.count == 24)
    #expect(gate.measurements.decision(gate.configuration).verdict == .inconclusive)
  }

  @Test("Noise gets three looks, and no more") func looks() {
    var gate = begun([.cost])
    var round = 0
    let runs = finish(&gate) { run, _ in
      if !run.freshCopies.isEmpty { round += 1 }
      return reading(run.role.side == .base ? 100 : round.isMultiple(of: 2) ? 80 : 130)
    }
    #expect(Set(runs.map(\.stage)) == [.warmUp, .look(1), .look(2), .look(3)])
    #expect(gate.measurements.methods[0].phase.series[0].pairs.count == 36)
    #expect(gate.measurements.decision(gate.configuration).verdict == .inconclusive)
  }

  @Test("Different results end it, unless they are meant to differ") func digests() {
    for mayDiffer in [false, true] {
      var gate = GateProtocol(GateConfiguration(parts: [.cost], mayDiffer: mayDiffer))
      for side in GateSide.allCases {
        #expect(gate.next(timeLeft: 1_000_000_000_000) == .replay(side))
        gate.note(GateReplay(digest: side.rawValue, events: 7), of: side)
      }
      let isOver = gate.next(timeLeft: 1_000_000_000_000) == .done
      #expect(isOver != mayDiffer)
      let verdict = gate.measurements.decision(gate.configuration).verdict
      #expect(verdict == (mayDiffer ? .inconclusive : .invalid))
    }
  }

  @Test("A digest or an app that changes from run to run is a failure of the measurement")
  func changes() {
    var gate = begun([.cost])
    _ = finish(&gate) { run, number in reading(100, digest: number == 9 ? "e" : "d") }
    #expect(gate.measurements.methods[0].phase.failure?.contains("digest of") == true)
    gate = begun([.cost])
    _ = finish(&gate) { run, _ in reading(100, app: run.role.side == .head ? "B" : "A") }
    #expect(gate.measurements.methods[0].phase.failure == "HEAD measured the app B instead of A")
    #expect(gate.measurements.decision(gate.configuration).verdict == .invalid)
    // Builds from before name their app in the reports of their runs alone.
    gate = GateProtocol(GateConfiguration(parts: [.cost]))
    for side in GateSide.allCases {
      _ = gate.next(timeLeft: 1_000_000_000_000)
      gate.note(GateReplay(digest: "d", events: 7), of: side)
    }
    _ = finish(&gate) { run, _ in reading(100, app: run.role.side == .head ? "B" : "A") }
    #expect(gate.measurements.app == "A")
    #expect(gate.measurements.methods[0].phase.failure == "HEAD measured the app B instead of A")
  }

  @Test("An invalid run is repeated at once, a load that cannot be offered given up")
  func invalid() {
    var gate = begun([.load])
    var isRepeated = false
    var last: GateRun?
    _ = finish(&gate) { run, number in
      if number == 8 { isRepeated = run.role == last?.role && run.freshCopies.isEmpty }
      last = run
      let metric = GateMetric(command: "accel", quantity: .responseP50)
      let reading = GateReading(digest: "d", figures: [(metric, run.role == .canary ? 120 : 100)])
      return number == 7 ? .invalid(reason: "late") : .valid(reading)
    }
    #expect(isRepeated && gate.measurements.methods[0].invalidRuns == 1)
    #expect(gate.measurements.decision(gate.configuration).verdict == .pass)

    gate = begun([.load])
    let runs = finish(&gate) { run, _ in .invalid(reason: "late") }
    #expect(runs.count == 32)
    let failure = gate.measurements.methods[0].phase.failure
    #expect(failure?.contains("32 of 32 runs were invalid (16 of BASE, 16 of HEAD)") == true)
    #expect(failure?.contains("because late") == true)
  }

  @Test("When time is short there are fewer processes and less load, and it ends") func time() {
    var gate = begun([.cost, .load])
    var left: Int64 = 20_000_000_000
    var runs: [GateRun] = []
    while case .run(let run) = gate.next(timeLeft: left) {
      let took = run.method.load.map(\.nanoseconds) ?? 100_000_000
      #expect(run.limitNanoseconds <= left)
      left -= min(took, run.limitNanoseconds)
      runs.append(run)
      let metric = GateMetric(command: "accel", quantity: run.method.quantities[0])
      let reading = GateReading(digest: "d", figures: [(metric, 100)])
      gate.note(
        took > run.limitNanoseconds ? .stopped : .valid(reading),
        tookNanoseconds: min(took, run.limitNanoseconds)
      )
    }
    let measured = gate.measurements
    #expect(measured.methods[0].repeats == 2)
    #expect(measured.notes.first == "the budget leaves 0.200 s for each measurement under load")
    #expect(runs.last?.method.load?.nanoseconds == 200_000_000)
    #expect(left >= 0 && left < 20_000_000_000)
  }

  @Test("Once HEAD has regressed nothing else is begun; load that would not tell gets one look")
  func thrift() {
    func answer(_ run: GateRun, _ base: Double, _ head: Double) -> GateRunOutcome {
      let metric = GateMetric(command: "accel", quantity: run.method.quantities[0])
      let value = run.role.side == .base ? base : run.role == .head ? head : head * 1.2
      return .valid(GateReading(digest: "d", figures: [(metric, value)]))
    }
    var gate = begun([.cost, .load])
    var runs = finish(&gate) { run, _ in answer(run, 100, 110) }
    #expect(!runs.contains { $0.method.load != nil && $0.stage != .warmUp })
    #expect(gate.measurements.methods.map(\.method.name) == ["cost"])
    #expect(
      gate.measurements.notes
        == ["load was not measured: HEAD has REGRESSED already, whatever it would show"]
    )
    for required in [[], Set([GatePart.load])] {
      gate = begun([.cost, .load]) { $0.required = required }
      var round = 0
      runs = finish(&gate) { run, _ in
        if !run.freshCopies.isEmpty { round += 1 }
        let isNoisy = run.method.load != nil
        return answer(run, 100, !isNoisy ? 100 : round.isMultiple(of: 2) ? 30 : 300)
      }
      let looks = Set(runs.filter { $0.method.load != nil }.map(\.stage))
      #expect(looks.contains(.look(2)) == !required.isEmpty)
      let decision = gate.measurements.decision(gate.configuration)
      #expect(decision.verdict == (required.isEmpty ? .pass : .inconclusive))
    }
  }

  @Test("Too small a budget says which would do") func budget() {
    var gate = GateProtocol(GateConfiguration(parts: [.cost], pairs: 12))
    var left: Int64 = 10_000_000_000
    for side in GateSide.allCases {
      #expect(gate.next(timeLeft: left) == .replay(side))
      gate.note(GateReplay(digest: "d", events: 7), of: side)
    }
    while case .run(let run) = gate.next(timeLeft: left) {
      left -= min(300_000_000, run.limitNanoseconds)
      gate.note(reading(run.role == .canary ? 111 : 100), tookNanoseconds: 300_000_000)
    }
    #expect(
      gate.measurements.notes == ["the budget was too small for cost; --budget 5m would do"]
    )
  }

  @Test("Without a capability there is a note instead of figures") func capabilities() {
    var gate = begun([.cost]) { $0.base = [.handicap] }
    #expect(gate.next(timeLeft: 1) == .done)
    #expect(gate.measurements.notes == ["cost is unavailable: BASE has no bench --pace none"])
    gate = begun([.cost]) { $0.head = [.pace] }
    let runs = finish(&gate) { _, _ in reading(100) }
    #expect(!runs.contains { $0.role == .canary })
    #expect(gate.measurements.decision(gate.configuration).verdict == .inconclusive)
  }

  @Test("Interrupted, it is partial") func interrupted() {
    var gate = begun([.cost])
    guard case .run = gate.next(timeLeft: 1_000_000_000_000) else {
      Issue.record("no run")
      return
    }
    gate.interrupt()
    #expect(gate.next(timeLeft: 1_000_000_000_000) == .done)
    #expect(gate.measurements.isInterrupted)
    #expect(gate.measurements.decision(gate.configuration).verdict == .inconclusive)
  }

  @Test("No batch is larger than can be judged") func largest() {
    var gate = begun([.load], pairs: 700)
    var round = 0
    _ = finish(&gate) { run, _ in
      if !run.freshCopies.isEmpty { round += 1 }
      let value = run.role.side == .base ? 100.0 : round.isMultiple(of: 2) ? 50 : 200
      let metric = GateMetric(command: "accel", quantity: .responseP50)
      return .valid(GateReading(digest: "d", figures: [(metric, value)]))
    }
    #expect(gate.measurements.methods[0].phase.series[0].pairs.count == SignTest.maximumCount)
  }
}
