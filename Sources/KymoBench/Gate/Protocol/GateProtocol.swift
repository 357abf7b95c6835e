import KymoText

/// The whole course of a gate: what to measure next, given what was measured so far and the time that is left.
///
/// Whoever has it makes the runs, and gives it what they said; it starts no process and reads no clock:
///
///     var gate = GateProtocol(GateConfiguration())
///     while true {
///       switch gate.next(timeLeft: deadline - now()) {
///       case .replay(let side): gate.note(try replay(side), of: side)
///       case .count(let events, let limit): gate.note(try count(events, limit))
///       case .run(let run): gate.note(try measure(run), tookNanoseconds: …)
///       case .done: return gate.measurements.decision(gate.configuration)
///       }
///     }
///
/// First both builds replay the recording; if they give different results, that is all. Then half of the
/// time at most goes into what is counted. Each way of measuring warms up, which tells how many figures there
/// are. Then one goes its way to the end before the next begins, cost first: a first batch of pairs, with a
/// control and a canary in every round. While that is too noisy to say anything, more pairs are made, for
/// ``GateRules/looks`` looks in all and two thirds of the time. Where
/// a change was seen, a batch of its own confirms it, of as many pairs; if that is too noisy to tell, it is made
/// twice as large, for ``GateRules/confirmationLooks`` looks in all.
///
/// Time goes where it decides something. Once HEAD has REGRESSED, nothing else is begun. Load and rare commands,
/// which a verdict does without unless they are required, get a second look only if that would probably tell.
///
/// The second look at a confirmation is what finds a change of 10 % under noise of 5 % in more than 95 of 100
/// runs: a single look at 20 pairs misses one in twenty-five, and the first batch as many. What it costs in
/// certainty is in ``GateRules``. The defaults fit into ten minutes: a round of all roles takes 1.7 s for cost
/// (twenty processes of 85 ms) and 4.3 s for load (four of 1.07 s), counting some 10 s to a minute; so three
/// looks at both and a confirmation take 9 minutes at most.
public struct GateProtocol: Sendable {
  /// The task.
  public let configuration: GateConfiguration

  /// Where the course is.
  private enum Place {
    case replay(GateSide)
    case count
    case plan
    case warmUp(Int)
    case look(Int, Int)
    case confirmation(Int, Int)
    case done
  }

  private var place = Place.replay(.base)
  private var isBatchBegun = false
  private var collected = GateMeasurements()
  private var meters: [GateMeter] = []
  /// How much time is left when the first batch of a method has to be made, in ns.
  private var firstFloor: Int64 = 0
  /// How much time is left when a method has to be through, in ns.
  private var lastFloor: Int64 = 0
  /// How much time there was at the start, and when the first way of measuring began, in ns.
  private var budget: (all: Int64?, measuring: Int64) = (nil, 0)

  /// Starts a gate.
  public init(_ configuration: GateConfiguration) { self.configuration = configuration }

  /// The measurements so far.
  public var measurements: GateMeasurements {
    var measurements = collected
    measurements.methods = meters.map(\.measured)
    return measurements
  }

  /// Ends it before the next step; what is there is partial.
  public mutating func interrupt() {
    collected.isInterrupted = true
    place = .done
  }

  /// Says the next step.
  ///
  /// - Parameter timeLeft: how long the whole may still take, in ns.
  /// - Returns: the step, to be done and noted before the next one.
  /// - Complexity: O(1) within a batch; at its end O(figures · pairs · log pairs).
  public mutating func next(timeLeft: Int64) -> GateStep {
    if budget.all == nil { budget.all = timeLeft }
    while true {
      switch place {
      case .replay(let side): return .replay(side)
      case .count:
        if configuration.parts.contains(.counts) {
          return .count(events: collected.base?.events ?? 0, limitNanoseconds: timeLeft / 2)
        }
        place = .plan
      case .plan:
        plan(timeLeft)
        place = meters.isEmpty ? .done : .warmUp(0)
      case .warmUp(let index):
        if !isBatchBegun { meters[index].warmUp() }
        if let run = nextRun(index, timeLeft) { return .run(run) }
        place = index + 1 < meters.count ? .warmUp(index + 1) : .look(1, 0)
        if case .look = place { setRules(timeLeft) }
      case .look(let look, let index):
        if !isBatchBegun { beginLook(look, index, timeLeft) }
        if isBatchBegun, let run = nextRun(index, timeLeft) { return .run(run) }
        if look == 1 { meters[index].close(collected.rules) }
        place = look < GateRules.looks ? .look(look + 1, index) : .confirmation(1, index)
      case .confirmation(let look, let index):
        if !isBatchBegun { beginConfirmation(look, index, timeLeft) }
        if isBatchBegun, let run = nextRun(index, timeLeft) { return .run(run) }
        place =
          look < GateRules.confirmationLooks ? .confirmation(look + 1, index) : end(of: index)
      case .done: return .done
      }
    }
  }

  /// Takes what a build made of the recording.
  ///
  /// - Precondition: that was the last step.
  public mutating func note(_ replay: GateReplay, of side: GateSide) {
    guard case .replay(side) = place else { preconditionFailure("no replay was asked for") }
    guard side == .head else {
      collected.base = replay
      return place = .replay(.head)
    }
    collected.head = replay
    let isSame = collected.base?.digest == replay.digest
    place = isSame || configuration.mayDiffer ? .count : .done
  }

  /// Takes in words which event is the first of which the builds make something different.
  public mutating func note(divergence: String) { collected.divergence = divergence }

  /// Takes what was counted.
  ///
  /// - Precondition: that was the last step.
  public mutating func note(_ counts: [CountComparison]) {
    guard case .count = place else { preconditionFailure("no counts were asked for") }
    collected.counts = counts
    place = .plan
  }

  /// Takes how a run ended.
  ///
  /// - Parameters:
  ///   - outcome: what it said.
  ///   - tookNanoseconds: how long it took with its start and its end, in ns.
  /// - Precondition: that was the last step.
  public mutating func note(_ outcome: GateRunOutcome, tookNanoseconds: Int64) {
    switch place {
    case .warmUp(let index), .look(_, let index), .confirmation(_, let index):
      meters[index].note(outcome, tookNanoseconds: tookNanoseconds)
    case .replay, .count, .plan, .done: preconditionFailure("no run was asked for")
    }
  }

  /// The next run of the batch; nil once it is over.
  private mutating func nextRun(_ index: Int, _ timeLeft: Int64) -> GateRun? {
    let run = meters[index].next(timeLeft: timeLeft)
    isBatchBegun = run != nil
    return run
  }

  private mutating func plan(_ timeLeft: Int64) {
    let canHandicap = configuration.head.contains(.handicap)
    func meter(_ method: GateMethod) -> GateMeter {
      GateMeter(
        method,
        threshold: configuration.threshold,
        canHandicap: canHandicap,
        app: collected.app
      )
    }
    if configuration.parts.contains(.cost) {
      if let side = configuration.side(without: .pace) {
        collected.notes.append("cost is unavailable: \(side.rawValue) has no bench --pace none")
      } else {
        meters.append(meter(.cost))
      }
    }
    guard configuration.parts.contains(.load) else { return }
    // Half of what is left, for four runs per pair, and some time for each process to start.
    let share = timeLeft / 2 / Int64(4 * (configuration.pairs + 1)) - 50_000_000
    let wanted = configuration.loadNanoseconds
    let duration = min(wanted, max(share, 200_000_000))
    if duration < wanted {
      collected.notes.append(
        "the budget leaves \(NumberText.significant(Double(duration) / 1e9)) s for each "
          + "measurement under load"
      )
    }
    meters.append(meter(.load(.init(rate: configuration.rate, nanoseconds: duration))))
  }

  private mutating func setRules(_ timeLeft: Int64) {
    collected.rules = GateRules(
      metricCount: meters.reduce(0) { $0 + $1.phase.series.count }
    )
    budget.measuring = timeLeft
  }

  private mutating func beginLook(_ look: Int, _ index: Int, _ timeLeft: Int64) {
    if look == 1 {
      // What decides later keeps its share, and a third of each share is kept to confirm what is seen.
      let later = meters.indices.count { $0 > index && isDeciding($0) }
      let share = timeLeft / Int64(later + 1)
      lastFloor = timeLeft - share
      firstFloor = timeLeft - share / 3 * 2
    } else {
      guard timeLeft > firstFloor, !isSettled, deservesAnotherLook(index) else { return }
    }
    isBatchBegun = true
    meters[index].begin(
      .look(look),
      pairs: look * configuration.pairs,
      floor: firstFloor,
      timeLeft: timeLeft
    )
  }

  private mutating func beginConfirmation(_ look: Int, _ index: Int, _ timeLeft: Int64) {
    guard timeLeft > lastFloor, hasOpenSuspects(index, look) else { return }
    isBatchBegun = true
    meters[index].begin(
      .confirmation(look),
      pairs: look * meters[index].pairCount(isConfirmation: false),
      floor: lastFloor,
      timeLeft: timeLeft
    )
  }

  /// Where it goes on when a method is through.
  private mutating func end(of index: Int) -> Place {
    let advice = advice(index)
    if let advice { collected.notes.append(advice) }
    guard index + 1 < meters.count else { return .done }
    guard isSettled else { return .look(1, index + 1) }
    for meter in meters[(index + 1)...] {
      collected.notes.append(
        "\(meter.method.name) was not measured: \(settledReason), whatever it would show"
      )
    }
    meters.removeSubrange((index + 1)...)
    return .done
  }

  /// Which budget would have done, if a method had too little time.
  private func advice(_ index: Int) -> String? {
    guard meters[index].wasCut, let all = budget.all else { return nil }
    let judgement = judgement(index)
    guard judgement.verdict == .inconclusive else { return nil }
    let needed = meters.indices.reduce(into: Int64(0)) { sum, index in
      let least = max(configuration.pairs, collected.rules.minimumPairs)
      sum += meters[index].nanoseconds(forPairs: least)
    }
    // Twice as much, for a second look.
    let wanted = all - budget.measuring + 2 * needed
    let minutes = max(wanted, all + all / 2) / 60_000_000_000 + 1
    return
      "the budget was too small for \(meters[index].method.name); --budget \(minutes)m would do"
  }

  /// Whether nothing that is measured can change the verdict any more.
  private var isSettled: Bool {
    collected.counts.contains { $0.verdict == .regressed }
      || meters.contains(where: \.isContradictory)
      || meters.indices.contains { judgement($0).verdict == .regressed }
  }

  private var settledReason: String {
    meters.contains(where: \.isContradictory)
      ? "the run is INVALID already" : "HEAD has REGRESSED already"
  }

  private func judgement(_ index: Int) -> PhaseJudgement {
    PhaseJudgement(
      meters[index].phase,
      threshold: configuration.threshold,
      rules: collected.rules,
      isStrict: configuration.isStrict
    )
  }

  /// Whether a verdict needs what a method shows: cost, what was asked for, and the only one that there is.
  private func isDeciding(_ index: Int) -> Bool {
    let name = meters[index].method.name
    return name == GatePart.cost.rawValue || configuration.required.contains { $0.rawValue == name }
      || meters.count == 1 && !collected.counts.contains { $0.verdict != nil }
  }

  /// Whether more pairs may bring about what the first ones did not.
  private func deservesAnotherLook(_ index: Int) -> Bool {
    let phase = meters[index].phase
    let (threshold, rules) = (configuration.threshold, collected.rules)
    guard
      phase.isUndecided(threshold: threshold, rules: rules, isStrict: configuration.isStrict)
    else { return false }
    // As many pairs as the last look would have, compared with those that there are.
    let times =
      Double(GateRules.looks * configuration.pairs)
      / Double(max(meters[index].pairCount(isConfirmation: false), 1))
    return isDeciding(index) && !isNoiseSpared(index)
      || phase.isDecidable(withTimes: max(times, 1), threshold: threshold, rules: rules)
  }

  /// Whether only commands are too noisy that the verdict does without.
  private func isNoiseSpared(_ index: Int) -> Bool {
    let judgement = judgement(index)
    let isRequired = configuration.required.contains { $0.rawValue == meters[index].method.name }
    return judgement.isKnown && !judgement.spared.isEmpty && !isRequired
  }

  /// Whether a change was seen that is to be confirmed, or whose second batch does not tell.
  private func hasOpenSuspects(_ index: Int, _ look: Int) -> Bool {
    let phase = meters[index].phase
    guard phase.failure == nil else { return false }
    let rules = collected.rules
    return look == 1
      ? phase.isSuspect(threshold: configuration.threshold, rules: rules)
      : phase.isUnconfirmed(threshold: configuration.threshold, rules: rules)
  }
}
