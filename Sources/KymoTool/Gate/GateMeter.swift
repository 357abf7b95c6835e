import KymoBench
import KymoReport

/// Measures two builds in turn, each time by a fresh process of a fresh copy of the executable.
///
/// Of one file the pages lie where they lie in memory, for all processes: two equal files differed by 2 % for
/// an hour, with bounds of 1 %. A new copy for every round makes that a part of the noise. The names of the
/// copies are of one length, as that of the arguments shifts the stack (Mytkowicz, Diwan, Hauswirth and
/// Sweeney, Producing Wrong Data Without Doing Anything Obviously Wrong, ASPLOS 2009).
struct GateMeter {
  /// How many rounds are made before those that count.
  static let warmUpRounds = 2
  /// How often a run that bench calls invalid is repeated at once.
  static let retries = 3
  /// How many runs may be invalid, before there is a single pair, until the load is given up.
  static let patience = 32

  let measurement: GateMeasurement
  let base: GateBuild
  let head: GateBuild
  let recording: String
  private let folder: String
  /// What was measured.
  private(set) var phase: GatePhase
  /// How many runs were made, and how many of them bench called invalid.
  private(set) var runs = (all: 0, invalid: 0)
  private var digests: [GateRole: String] = [:]
  private var invalidReason = ""
  private var invalidCounts: [String: Int] = [:]
  /// How many fresh processes a measurement is the fastest of.
  private(set) var repeats = 1
  private var spentNanoseconds: Int64 = 0
  private var meanRunNanoseconds: Int64 { spentNanoseconds / Int64(max(runs.all, 1)) }

  /// Prepares to measure what a report is about.
  init(_ measurement: GateMeasurement, _ report: GateReport, _ folder: UnsafeTemporaryFolder) {
    self.folder = folder.path
    self.measurement = measurement
    base = report.base
    head = report.head
    recording = report.recording
    phase = GatePhase(name: measurement.name)
  }

  /// Warms up, finds out which figures there are, and how much the canary is to be slowed down.
  ///
  /// - Throws: that a build cannot measure this recording at all.
  mutating func prepare(threshold: Double, _ limits: GateLimits) throws(CommandFailure) {
    var latest: [GateRole: BenchOutput] = [:]
    var attempts = 0
    while attempts < Self.warmUpRounds || latest.count < 2 {
      guard !limits.isOver else { return fail("there was no time to warm up") }
      guard runs.invalid < Self.patience || latest.count == 2 else { return failLoad() }
      let order = GateRole.order(round: attempts, isConfirmation: true)
      try copy(order, limits)
      for role in order {
        if let output = try validRun(role, limits) { latest[role] = output }
      }
      attempts += 1
    }
    guard let ofBase = latest[.base], let ofHead = latest[.head] else { return }
    let common = Set(ofHead.metrics(measurement.quantities))
    let metrics = ofBase.metrics(measurement.quantities).filter { common.contains($0) }
    phase.series = metrics.map { GateSeries($0) }
    // It takes one build that can be slowed down; the canary is compared with the same one.
    if let watched = metrics.first, let value = ofBase.value(of: watched), head.hasHandicap {
      let share = max(0.1, 3 * watched.quantity.threshold(ofMedian: threshold))
      phase.canary = .init(metric: watched, nanoseconds: max(1, Int((value * share).rounded(.up))))
    }
  }

  /// Makes rounds until there are so many pairs, or no time.
  mutating func measure(
    pairs wanted: Int,
    isConfirmation: Bool,
    _ limits: GateLimits,
    _ console: inout Console
  ) throws(CommandFailure) {
    guard phase.failure == nil, !phase.series.isEmpty else { return }
    let title = isConfirmation ? "confirming \(measurement.name)" : "measuring \(measurement.name)"
    console.beginProgress(title, of: wanted, unit: "pairs")
    defer { console.endProgress() }
    if !isConfirmation, phase.series[0].pairs.isEmpty {
      repeats = affordableRepeats(pairs: wanted, limits)
    }
    var round = 0
    // What bench calls invalid is measured again, but not for ever.
    while pairCount(isConfirmation: isConfirmation) < wanted, round < 2 * wanted, !limits.isOver {
      var outputs: [GateRole: [BenchOutput]] = [:]
      try copy(GateRole.order(round: round, isConfirmation: isConfirmation), limits)
      for turn in 0..<repeats {
        let order = GateRole.order(round: round * repeats + turn, isConfirmation: isConfirmation)
        for role in order where role != .canary || phase.canary != nil {
          if let output = try validRun(role, limits) { outputs[role, default: []].append(output) }
          // A round that was not finished is as good as none.
          if limits.isOver || phase.failure != nil { return }
        }
      }
      for index in phase.series.indices {
        let metric = phase.series[index].metric
        let fastest = outputs.compactMapValues { $0.compactMap { $0.value(of: metric) }.min() }
        phase.series[index].add(fastest, isConfirmation: isConfirmation)
      }
      if !isConfirmation, pairCount(isConfirmation: false) == 0, runs.invalid >= Self.patience {
        return failLoad()
      }
      round += 1
      console.progress(to: pairCount(isConfirmation: isConfirmation))
    }
  }

  /// How often each build can be run for one measurement, within the limits.
  private func affordableRepeats(pairs: Int, _ limits: GateLimits) -> Int {
    let round = Int64(GateRole.allCases.count) * Int64(pairs) * max(meanRunNanoseconds, 1)
    return min(measurement.repeats, max(1, Int(clamping: limits.remaining / round)))
  }

  /// Says so if too few runs were valid for a judgement.
  mutating func close(rules: GateRules) {
    guard phase.failure == nil, measurement.needsSchedule, runs.invalid > 0 else { return }
    let least = phase.series.filter { !$0.metric.quantity.isTail }.map(\.pairs.count).min() ?? 0
    if least < rules.minimumPairs { failLoad() }
  }

  /// How many pairs there are of the busiest command.
  func pairCount(isConfirmation: Bool) -> Int {
    phase.series.first.map { isConfirmation ? $0.confirmation.count : $0.pairs.count } ?? 0
  }

  private mutating func fail(_ reason: String) {
    if phase.failure == nil { phase.failure = reason }
  }

  private mutating func failLoad() {
    let counts = [base.name, head.name].map { "\(invalidCounts[$0] ?? 0) of \($0)" }
    fail(
      "\(runs.invalid) of \(runs.all) runs were invalid (\(counts.joined(separator: ", "))), the last "
        + "one because \(invalidReason); free the machine, lower --rate, or leave it out with "
        + "--skip \(measurement.name)"
    )
  }

  private func build(_ role: GateRole) -> GateBuild {
    role == .base || role == .control ? base : head
  }

  /// Where the copy for a role is.
  private func copy(for role: GateRole) -> String { "\(folder)/kymo-\(role.rawValue)" }

  /// Copies the executables anew, in the order in which they are run.
  private func copy(_ order: [GateRole], _ limits: GateLimits) throws(CommandFailure) {
    for role in order {
      let build = build(role)
      let command = ["cp", "--remove-destination", "--", build.executable, copy(for: role)]
      let outcome = try limits.run(command)
      guard case .exited(let status) = outcome.end, status != 0 else { continue }
      throw CommandFailure(file: build.word, "it cannot be copied: \(outcome.lastLines())")
    }
  }

  /// A run that bench calls valid, at the first attempt or the next ones; nil if there is none, or no time.
  private mutating func validRun(
    _ role: GateRole,
    _ limits: GateLimits
  ) throws(CommandFailure) -> BenchOutput? {
    for _ in 0...Self.retries where !limits.isOver && phase.failure == nil {
      if let output = try run(role, limits) { return output }
    }
    return nil
  }

  /// One run by a fresh process; nil if it was invalid, or stopped.
  private mutating func run(
    _ role: GateRole,
    _ limits: GateLimits
  ) throws(CommandFailure) -> BenchOutput? {
    let build = build(role)
    var command = [copy(for: role), "bench", recording, "--format", "json", "--quiet"]
    command += measurement.arguments
    if role == .canary, let canary = phase.canary {
      command += ["--handicap", "\(canary.nanoseconds)"]
    }
    let start = MonotonicTime.nanoseconds()
    let outcome = try limits.run(command)
    spentNanoseconds += MonotonicTime.nanoseconds() - start
    switch outcome.end {
    case .interrupted, .outOfTime: return nil
    case .exited(0), .exited(3): break
    default:
      throw CommandFailure(
        file: build.word,
        "\(build.name) failed (\(outcome.ending)): \(outcome.lastLines())"
      )
    }
    guard let output = BenchOutput(outcome.output) else {
      throw CommandFailure(
        file: build.word,
        "\(build.name) gave no report of kymograph.bench: \(outcome.lastLines())"
      )
    }
    runs.all += 1
    guard output.isValid else {
      runs.invalid += 1
      invalidCounts[build.name, default: 0] += 1
      invalidReason = output.reasons.first ?? "it did not say why"
      return nil
    }
    check(output.digest, role)
    return output
  }

  /// Every valid run of a build comes to the same digest, unless something is badly wrong.
  private mutating func check(_ digest: String, _ role: GateRole) {
    let owner: GateRole = role == .base || role == .control ? .base : .head
    if let known = digests[owner], known != digest {
      let name = owner == .base ? base.name : head.name
      fail(
        "the digest of \(name) changed from \(known) to \(digest): the recording was changed "
          + "meanwhile, or the build is not deterministic"
      )
    }
    digests[owner] = digest
  }
}
