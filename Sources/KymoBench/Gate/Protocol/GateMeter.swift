/// Measures two builds in turn in one way: says which run comes next, and makes pairs of what the runs say.
///
/// A round is one measurement of each role, each by fresh processes; a batch is so many rounds that there are
/// enough pairs. A run that is not valid is repeated at once; a round that is not finished makes no pairs.
struct GateMeter: Sendable {
  /// How many rounds are made before those that count.
  static let warmUpRounds = 2
  /// How often a run that is not valid is repeated at once.
  static let retries = 3
  /// How many runs may be invalid, before there is a single pair, until the method is given up.
  static let patience = 32

  /// After each so many rounds it is seen how much of what is added on purpose arrives, twice at most.
  static let canaryRounds = 5
  /// How many times as much is added then, at most.
  static let maximumGain = 4.0

  let method: GateMethod
  /// The measurements so far.
  private(set) var phase: GatePhase
  /// How many runs were made, and how many of them were not valid.
  private(set) var runs = (all: 0, invalid: 0)
  /// How many fresh processes a measurement is the fastest of.
  private(set) var repeats = 1
  /// Whether a batch ended for want of time.
  private(set) var wasCut = false

  private let threshold: Double
  private let canHandicap: Bool
  private var app: String?
  private var digests: [GateSide: String] = [:]
  private var invalidReason = ""
  private var invalidCounts: [GateSide: Int] = [:]
  private var spentNanoseconds: Int64 = 0
  /// How many times as much is added on purpose as is to arrive.
  private var gain = 1.0

  // The batch.
  private var stage = GateStage.warmUp
  private var wanted = GateMeter.warmUpRounds
  private var floor: Int64 = 0
  private var round = 0
  private var isOver = true

  // The round.
  private var turn = 0
  private var place = 0
  private var attempt = 0
  private var readings: [GateRole: [GateReading]] = [:]

  /// Prepares to measure.
  ///
  /// - Parameters:
  ///   - method: in which way.
  ///   - threshold: the change of a median that counts, as a share.
  ///   - canHandicap: whether HEAD can be slowed down on purpose.
  ///   - app: the app that every run must name, if it names one; nil for that of the first.
  init(_ method: GateMethod, threshold: Double, canHandicap: Bool, app: String?) {
    self.method = method
    self.threshold = threshold
    self.canHandicap = canHandicap
    self.app = app
    phase = GatePhase(name: method.name)
  }

  /// The measurements that are there.
  var measured: GateMeasurements.Method {
    GateMeasurements.Method(
      method: method,
      phase: phase,
      app: app,
      repeats: repeats,
      runs: runs.all,
      invalidRuns: runs.invalid
    )
  }

  /// How many pairs there are of the busiest command.
  func pairCount(isConfirmation: Bool) -> Int {
    phase.series.first.map { isConfirmation ? $0.confirmation.count : $0.pairs.count } ?? 0
  }

  /// Starts to warm up.
  mutating func warmUp() {
    (stage, wanted, floor, round, isOver) = (.warmUp, Self.warmUpRounds, 0, 0, false)
    startRound()
  }

  /// Starts to make a batch larger.
  ///
  /// - Parameters:
  ///   - stage: which batch; no warm-up.
  ///   - wanted: how many pairs it is to have; no more than can be judged are made.
  ///   - floor: how much time must be left at the end, in ns.
  ///   - timeLeft: how much is left now, in ns.
  mutating func begin(_ stage: GateStage, pairs wanted: Int, floor: Int64, timeLeft: Int64) {
    (self.stage, self.floor, round) = (stage, floor, 0)
    self.wanted = min(wanted, SignTest.maximumCount)
    isOver = phase.failure != nil || phase.series.isEmpty
    if stage == .look(1) { repeats = affordableRepeats(timeLeft - floor) }
    startRound()
  }

  /// The next run; nil if there is none, as the batch is complete, or its time is over.
  mutating func next(timeLeft: Int64) -> GateRun? {
    guard !isOver, phase.failure == nil else { return nil }
    let isLate = timeLeft <= floor
    let isStart = turn == 0 && place == 0 && attempt == 0
    if stage == .warmUp {
      if isLate { fail("there was no time to warm up; give more with --budget") }
    } else if isStart && isComplete {
      isOver = true
    } else if isLate {
      (isOver, wasCut) = (true, true)
    }
    guard !isOver, phase.failure == nil else { return nil }
    return GateRun(
      method: method,
      role: order[place],
      stage: stage,
      handicapNanoseconds: order[place] == .canary ? phase.canary?.nanoseconds ?? 0 : 0,
      freshCopies: isStart ? order : [],
      limitNanoseconds: timeLeft - floor,
      pairsDone: stage == .warmUp ? round : pairCount(isConfirmation: stage.isConfirmation),
      pairsWanted: wanted
    )
  }

  /// Takes how the run ended, and how long it took, in ns.
  mutating func note(_ outcome: GateRunOutcome, tookNanoseconds: Int64) {
    let role = order[place]
    spentNanoseconds += tookNanoseconds
    switch outcome {
    case .stopped: attempt += 1
    case .invalid(let reason):
      runs.all += 1
      runs.invalid += 1
      invalidCounts[role.side, default: 0] += 1
      invalidReason = reason
      attempt += 1
    case .valid(let reading):
      runs.all += 1
      check(reading, role.side)
      readings[role, default: []].append(reading)
      attempt = 0
    }
    // A run that stays invalid leaves a gap, and the round goes on.
    guard attempt == 0 || attempt > Self.retries else { return }
    attempt = 0
    place += 1
    guard place == order.count else { return }
    place = 0
    turn += 1
    guard turn == (stage == .warmUp ? 1 : repeats) else { return }
    endRound()
  }

  /// Says so if too few runs were valid for a judgement.
  mutating func close(_ rules: GateRules) {
    guard phase.failure == nil, method.needsSchedule, runs.invalid > 0 else { return }
    let least = phase.series.filter { !$0.metric.quantity.isTail }.map(\.pairs.count).min() ?? 0
    if least < rules.minimumPairs { failLoad() }
  }

  private mutating func startRound() { (turn, place, attempt, readings) = (0, 0, 0, [:]) }

  /// The roles of this turn, in the order of their runs.
  private var order: [GateRole] {
    guard stage != .warmUp else {
      return GateRole.order(round: round, isConfirmation: true).filter { $0 != .control }
    }
    let order = GateRole.order(
      round: round * repeats + turn,
      isConfirmation: stage.isConfirmation
    )
    return phase.canary == nil ? order.filter { $0 != .canary } : order
  }

  /// Whether it is complete: an invalid measurement is repeated, but not for ever.
  private var isComplete: Bool {
    pairCount(isConfirmation: stage.isConfirmation) >= wanted || round >= 2 * wanted
  }

  private mutating func endRound() {
    if stage == .warmUp {
      endWarmUp()
    } else {
      let values = phase.series.enumerated().map { index, series in
        var fastest = GateRoundValues()
        for (role, readings) in readings {
          for reading in readings {
            if let value = reading.value(of: series.metric, near: index) {
              fastest.note(value, role)
            }
          }
        }
        return fastest
      }
      phase.add(values, isConfirmation: stage.isConfirmation)
      if let first = values.first { followState(first[.base]) }
      if pairCount(isConfirmation: false) == 0, runs.invalid >= Self.patience { failLoad() }
      readings = [:]
    }
    round += 1
    (turn, place, attempt) = (0, 0, 0)
  }

  /// Finds out which figures there are, and how much the canary is to be slowed down.
  private mutating func endWarmUp() {
    guard let base = readings[.base]?.last, let head = readings[.head]?.last else {
      return runs.invalid >= Self.patience ? failLoad() : ()
    }
    guard round + 1 >= Self.warmUpRounds else { return }
    isOver = true
    readings = [:]
    let common = Set(head.metrics)
    let metrics = base.metrics.filter {
      common.contains($0) && method.quantities.contains($0.quantity)
    }
    phase.series = metrics.map { GateSeries($0) }
    guard canHandicap, let watched = metrics.first, let value = base.value(of: watched, near: 0)
    else {
      return
    }
    phase.canary = .init(metric: watched, nanoseconds: handicap(of: watched, at: value))
  }

  /// How much slower the canary is to be, as a share: a tenth, or three times what counts.
  private func canaryShare(_ metric: GateMetric) -> Double {
    max(0.1, 3 * metric.quantity.threshold(ofMedian: threshold))
  }

  /// How much the canary adds to an event that takes so many ns.
  private func handicap(of metric: GateMetric, at value: Double) -> Int {
    max(1, Int((value * canaryShare(metric) * gain).rounded(.up)))
  }

  /// Makes the canary as slow, as a share, in the state that the machine is in now.
  ///
  /// The addition is a wait by the clock, which takes the same time whatever the state. Of 26 ns, a
  /// tenth of an event in a fast state, a thirtieth is left in a slow one: no more than the
  /// threshold. Under load a round's figure may be that of a queue, and what was added for it would
  /// be more than the build could bear.
  private mutating func followState(_ value: Double) {
    guard !method.needsSchedule, value > 0, var canary = phase.canary else { return }
    adjustGain(canary.metric)
    canary.nanoseconds = handicap(of: canary.metric, at: value)
    phase.canary = canary
  }

  /// Adds more, once it is seen that too little arrives; and less again, if that was an error of so few rounds.
  ///
  /// A processor does a part of the waste beside the handlers: of 8 ns, 3.5 were seen. What was measured with another
  /// waste does not count as the canary.
  private mutating func adjustGain(_ metric: GateMetric) {
    let looks = [Self.canaryRounds, 2 * Self.canaryRounds]
    guard stage == .look(1), looks.contains(round + 1), wanted >= 4 * Self.canaryRounds,
      let seen = phase.series.first?.canary.map(\.ratio).median
    else { return }
    let share = canaryShare(metric)
    let factor = share / max(seen - 1, share / Self.maximumGain)
    let next = min(max(gain * factor, 1), Self.maximumGain)
    // What arrives as it should, but for noise, stays as it is.
    guard !(0.6...1.25 ~= next / gain) else { return }
    gain = next
    phase.restartCanary()
  }

  /// How often each build can be run for one measurement, within so many ns.
  private func affordableRepeats(_ nanoseconds: Int64) -> Int {
    let round = Int64(GateRole.allCases.count) * Int64(wanted) * meanNanoseconds
    return min(method.repeats, max(1, Int(clamping: nanoseconds / round)))
  }

  /// How long a run took on average, in ns; at least 1.
  private var meanNanoseconds: Int64 { max(spentNanoseconds / Int64(max(runs.all, 1)), 1) }

  /// About how long so many pairs take, and as many that confirm them, in ns.
  func nanoseconds(forPairs pairs: Int) -> Int64 {
    let roles = 2 * GateRole.allCases.count - 1
    return Int64(roles * method.repeats) * Int64(pairs) * meanNanoseconds
  }

  /// Whether the builds or the recording contradict themselves, so that nothing else counts.
  var isContradictory: Bool { phase.isContradictory }

  /// Every valid run of a build comes to the same digest, by the same app, unless something is badly wrong.
  private mutating func check(_ reading: GateReading, _ side: GateSide) {
    if let known = digests[side], known != reading.digest {
      contradict(
        "the digest of \(side.rawValue) changed from \(known) to \(reading.digest): the recording "
          + "was changed meanwhile, or the build is not deterministic"
      )
    }
    digests[side] = reading.digest
    guard let measured = reading.app else { return }
    if let app, measured != app {
      contradict("\(side.rawValue) measured the app \(measured) instead of \(app)")
    }
    app = app ?? measured
  }

  private mutating func fail(_ reason: String) {
    if phase.failure == nil { phase.failure = reason }
  }

  private mutating func contradict(_ reason: String) {
    fail(reason)
    phase.isContradictory = true
  }

  private mutating func failLoad() {
    let counts = GateSide.allCases.map { "\(invalidCounts[$0] ?? 0) of \($0.rawValue)" }
    fail(
      "\(runs.invalid) of \(runs.all) runs were invalid (\(counts.joined(separator: ", "))), the last "
        + "one because \(invalidReason); free the machine, lower --rate, or leave it out with "
        + "--skip \(method.name)"
    )
  }
}
