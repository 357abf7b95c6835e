import KymoBench
import KymoText

/// Does what a gate asks for: starts the builds as fresh processes, and reads what they say.
///
/// It decides nothing: which process comes next, and what its figures are worth, is for `GateProtocol` to say.
struct GateChildren {
  let base: GateBuild
  let head: GateBuild
  let recording: String
  /// The app that the user chose; nil for the one that made the recording.
  let app: String?
  let folder: UnsafeTemporaryFolder
  /// The surroundings of the page, as a command line.
  let pageOptions: [String]

  /// The part of the run that people were last told about.
  private var shown: (method: String, stage: GateStage)?

  /// Prepares to run two builds.
  init(
    base: GateBuild,
    head: GateBuild,
    recording: String,
    app: String?,
    folder: UnsafeTemporaryFolder,
    pageOptions: [String] = []
  ) {
    self.pageOptions = pageOptions
    self.base = base
    self.head = head
    self.recording = recording
    self.app = app
    self.folder = folder
  }

  /// Goes through a gate to its end.
  ///
  /// - Throws: that a build cannot do what it is asked to.
  mutating func run(
    _ gate: inout GateProtocol,
    _ limits: TrialLimits,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) {
    defer { observer.endProgress() }
    while true {
      if limits.isStopped { gate.interrupt() }
      switch gate.next(timeLeft: limits.remaining) {
      case .replay(let side):
        gate.note(try replay(build(side), limits), of: side)
        guard side == .head else { continue }
        try checkApps(gate.measurements)
        if let digests = gate.measurements.digests(mayDiffer: true), digests.base != digests.head {
          gate.note(divergence: try divergence(limits))
        }
      case .count(let events, let limit):
        observer.note("counting instructions, allocations and system calls")
        let counter = GateCounter(
          base: base,
          head: head,
          recording: recording,
          app: app,
          pageOptions: pageOptions
        )
        gate.note(counter.counts(events: events, folder: folder, limits.within(limit)))
      case .run(let run):
        show(run, &observer)
        let start = MonotonicTime.nanoseconds()
        let outcome = try measure(run, limits.within(run.limitNanoseconds))
        gate.note(outcome, tookNanoseconds: MonotonicTime.nanoseconds() - start)
      case .done: return
      }
    }
  }

  private func build(_ side: GateSide) -> GateBuild { side == .base ? base : head }

  private var appOptions: [String] { app.map { ["--app", $0] } ?? [] }

  /// Returns the replay of the recording by a build, and how many events it has.
  private func replay(
    _ build: GateBuild,
    _ limits: TrialLimits
  ) throws(TrialError) -> GateReplay {
    let what = build.page.map { ["run", $0, recording] } ?? ["replay", recording]
    let options = ["--format", "json", "--quiet"] + appOptions
    let outcome = try limits.run(
      [build.executable] + what + options + (build.page == nil ? [] : pageOptions)
    )
    try limits.check(outcome)
    guard outcome.end == .exited(0), let replay = GateReplay(json: outcome.output) else {
      throw TrialError(
        about: build.word,
        "\(build.side.rawValue) cannot \(build.page == nil ? "replay" : "run its page on") the recording "
          + "(\(outcome.ending)): "
          + outcome.lastLines()
      )
    }
    return replay
  }

  /// The first event of which the builds make something different, in words.
  private func divergence(_ limits: TrialLimits) throws(TrialError) -> String {
    let unknown = "the first event that differs could not be found"
    let file = "\(folder.path)/base.mcap"
    func words(_ build: GateBuild, _ recording: String) -> [String] {
      let what = build.page.map { ["run", $0, recording] + pageOptions } ?? ["replay", recording]
      return [build.executable] + what + ["--quiet"] + appOptions
    }
    let recorded = try limits.run(words(base, recording) + ["--record", file])
    guard recorded.end == .exited(0) else { return unknown }
    let verified = try limits.run(words(head, file) + ["--verify", "--format", "json"])
    return GateReplay.divergence(json: verified.output) ?? unknown
  }

  /// Two apps are two programs, even if they were given one recording.
  private func checkApps(_ measurements: GateMeasurements) throws(TrialError) {
    guard let ofBase = measurements.base?.app, let ofHead = measurements.head?.app,
      ofBase != ofHead
    else { return }
    throw TrialError(
      "two different apps are not compared: BASE replays the recording with \(ofBase.printable), "
        + "HEAD with \(ofHead.printable) (choose one with --app)"
    )
  }

  private mutating func show(_ run: GateRun, _ observer: inout some TrialObserver & ~Copyable) {
    let name = run.method.name
    if shown?.method != name || shown?.stage != run.stage {
      shown = (name, run.stage)
      let text =
        switch run.stage {
        case .warmUp: "warming up for \(name)"
        case .look(1): "measuring \(name)"
        case .look: "\(name) is undecided; measuring more of it"
        case .confirmation(1):
          "\(name): a change was seen; confirming it on a batch of its own"
        case .confirmation: "\(name): the second batch is too noisy to tell; making it larger"
        }
      if run.stage != .warmUp { observer.note(text) }
      observer.beginProgress(
        run.stage.isConfirmation ? "confirming \(name)" : "measuring \(name)",
        of: run.pairsWanted,
        unit: "pairs"
      )
    }
    observer.progress(to: run.pairsDone)
  }

  /// Where the copy for a role is; the names are of one length.
  private func copy(for role: GateRole) -> String { "\(folder.path)/kymo-\(role.rawValue)" }

  /// One run by a fresh process.
  private func measure(
    _ run: GateRun,
    _ limits: TrialLimits
  ) throws(TrialError) -> GateRunOutcome {
    for role in run.freshCopies {
      let build = build(role.side)
      let command = ["cp", "--remove-destination", "--", build.executable, copy(for: role)]
      let outcome = try limits.run(command)
      guard case .exited(let status) = outcome.end, status != 0 else { continue }
      throw TrialError(about: build.word, "it cannot be copied: \(outcome.lastLines())")
    }
    let build = build(run.role.side)
    var command = [copy(for: run.role), "bench", recording, "--format", "json", "--quiet"]
    command += run.method.arguments(hasPage: build.page != nil) + appOptions
    if let page = build.page { command += ["--page", page] + pageOptions }
    if run.handicapNanoseconds > 0 { command += ["--handicap", "\(run.handicapNanoseconds)"] }
    let outcome = try limits.run(command)
    switch outcome.end {
    case .interrupted, .outOfTime: return .stopped
    case .exited(0), .exited(3): break
    default:
      throw TrialError(
        about: build.word,
        "\(build.side.rawValue) failed (\(outcome.ending)): \(outcome.lastLines())"
      )
    }
    guard let output = BenchOutput(outcome.output) else {
      throw TrialError(
        about: build.word,
        "\(build.side.rawValue) gave no report of kymograph.bench: \(outcome.lastLines())"
      )
    }
    guard output.isValid else {
      return .invalid(reason: output.reasons.first ?? "it did not say why")
    }
    return .valid(output.reading(run.method.quantities))
  }
}

extension GateMethod {
  /// The arguments of `kymo bench` beside the recording.
  func arguments(hasPage: Bool) -> [String] {
    guard let load else {
      // 250,000 events, or of a page 12,500: half of them are measured, in some tens of milliseconds.
      return ["--pace", "none", "--rate", hasPage ? "50000" : "1000000", "--duration", "0.25"]
    }
    return ["--rate", "\(load.rate)", "--duration", "\(load.nanoseconds)ns"]
  }
}
