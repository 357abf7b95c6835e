import Glibc

/// Whether an app comes to the same in other surroundings.
///
/// It is replayed in fresh processes, in which everything that a program finds around it is held still but for one change
/// at a time: the seed of hashes, addresses, the date, the locale, the number of processors and others.
public struct PerturbationTrial: Sendable {
  /// The program: `kymo`, or a tool that is made of KymoTool.
  public var executable: String
  /// The path of the recording.
  public var recording: String
  /// Options of `replay` for every process, such as `--app=StepCounter`.
  public var options: [String]

  /// Prepares to replay.
  ///
  /// - Parameters:
  ///   - executable: the whole path of the program; nil for the one that is running, even if another was built in its
  ///     place, and even where this process is out of reach.
  ///   - recording: the path of the recording.
  ///   - options: options of `replay` for every process.
  public init(executable: String? = nil, recording: String, options: [String] = []) {
    self.executable = executable ?? "/proc/\(getpid())/exe"
    self.recording = recording
    self.options = options
  }

  /// Replays, compares, and repeats what has differed until chance is told from a cause.
  ///
  /// - Parameters:
  ///   - observer: who is told how it goes on.
  ///   - shouldStop: asked ten times a second; what there is when it says so are partial findings.
  /// - Returns: what was found.
  /// - Throws: that there is nothing to compare with, as when the replay fails with nothing changed.
  public func run(
    telling observer: inout some TrialObserver & ~Copyable,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(TrialError) -> PerturbationFindings {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let system = PerturbedSystem(
      folder: folder.path,
      recording: try PerturbedReplay.wholePath(recording)
    )
    let plan = PerturbationPlan(system, folder: folder.path)
    let dateNames = system.dateLibrary == nil ? nil : UnsafeFakeTimeNames()
    defer { dateNames?.remove() }
    var replay = try PerturbedReplay(
      executable,
      recording,
      options,
      folder,
      TrialLimits(shouldStop: shouldStop),
      dateNames: dateNames?.shared
    )
    guard let reference = try replay.makeReference(plan.still) else {
      throw TrialError("interrupted before anything was compared", kind: .stopped)
    }
    var findings = PerturbationFindings(plan, recording: replay.recording, reference: reference)
    let control = Perturbation(
      PerturbationFindings.nothing,
      "the reference once more",
      [plan.still]
    )
    let changes = [control] + plan.changes
    let total = changes.reduce(0) { $0 + $1.trials.count }
    observer.beginProgress("replaying", of: total, unit: "runs")
    defer { observer.endProgress() }
    for change in changes {
      guard try add(change, &replay, &findings, &observer) else { break }
      // Whatever else is changed, it would differ, and nobody could say why.
      if findings.differsByItself { break }
    }
    try settle(&replay, &findings, &observer)
    return findings
  }

  /// Makes a change; returns whether it was not interrupted.
  private func add(
    _ change: Perturbation,
    _ replay: inout PerturbedReplay,
    _ findings: inout PerturbationFindings,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Bool {
    var result = PerturbationResult(perturbation: change)
    defer { findings.results.append(result) }
    for surroundings in change.trials {
      guard let run = try replay.run(surroundings) else {
        findings.wasInterrupted = true
        return false
      }
      result.runs.append(run)
      findings.runCount += 1
      observer.progress(to: findings.runCount)
      // One that differs is enough.
      if !run.isSame { break }
    }
    return true
  }

  /// Repeats what has differed, and the replay with nothing changed, until chance is told from a cause.
  private func settle(
    _ replay: inout PerturbedReplay,
    _ findings: inout PerturbationFindings,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) {
    guard findings.wantedRuns != nil, !findings.wasInterrupted, !findings.differsByItself else {
      return
    }
    observer.endProgress()
    observer.beginProgress("repeating", of: nil, unit: "runs")
    while !findings.wasInterrupted, !findings.differsByItself, let wanted = findings.wantedRuns {
      for place in wanted.changes {
        guard let surroundings = findings.results[place].finding?.surroundings,
          let run = try replay.run(surroundings)
        else {
          findings.wasInterrupted = true
          return
        }
        findings.results[place].repeats.append(run)
        findings.runCount += 1
      }
      for _ in 0..<wanted.unchanged {
        guard let run = try replay.run(findings.plan.still) else {
          findings.wasInterrupted = true
          return
        }
        findings.results[0].runs.append(run)
        findings.runCount += 1
        if !run.isSame { return }
      }
      observer.progress(to: findings.runCount)
    }
  }
}
