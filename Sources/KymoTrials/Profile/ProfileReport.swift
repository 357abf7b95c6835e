package import KymoBench
package import KymoProfile
package import KymoRecording

/// The final report of `kymo profile`.
package struct ProfileReport {
  /// The recording, as the user named it.
  package let path: String
  /// The app.
  package let app: String
  /// The findings.
  package var profile: Profile
  /// The digest that every run came to.
  package let digest: TraceDigest
  /// How many events one run has.
  package let eventCount: Int
  /// How many rounds were made.
  package let rounds: Int
  /// Whether a run waits as the recording did.
  package let isPaced: Bool
  /// Which events were slow, if only those were timed stage by stage.
  package let slow: SlowEvents?
  /// The cost of timing the stages.
  package let watch: StageWatch.Account
  /// How many events were timed.
  package let timedCount: Int
  /// The cost of sampling.
  package let sampling: ProfileOverhead
  /// The cost of timing.
  package let timing: ProfileOverhead
  /// Whether the program has names for all its functions.
  package let hasNames: Bool
  /// Whether perf has sampled, and not the process itself.
  package let isByPerf: Bool
  /// Whether it was stopped before its end.
  package let wasInterrupted: Bool
  /// Whether the figures may be compared with those of another profile, and if not, why.
  package let validity: LoadValidity
  /// How many attempts were made until this one; all before it were INVALID.
  package var attempts = 1

  /// Says what a profile came to; nil if nothing was measured to its end.
  ///
  /// - Parameters:
  ///   - trial: the profile, after its run.
  ///   - exporter: the program and its version.
  ///   - commit: what the program was built of; nil if nobody knows.
  ///   - tail: how the user said which events are slow; empty if nobody did.
  package init?(
    _ trial: borrowing ProfileTrial,
    exporter: String,
    commit: String?,
    tail: String
  ) {
    guard let digest = trial.digest, trial.hasResults else { return nil }
    let found = trial.profile(exporter: exporter, commit: commit)
    path = trial.path
    app = trial.type.name
    profile = found.profile
    self.digest = digest
    eventCount = trial.eventCount
    rounds = trial.rounds
    isPaced = trial.plan.replay.speed != .maximum
    slow = trial.slowEvents(saying: tail)
    watch = trial.watch.account
    timedCount = trial.timedCount
    sampling = ProfileOverhead(trial.ratios(.sampled), plain: trial.plainLengths)
    timing = ProfileOverhead(trial.ratios(.timed), plain: trial.plainLengths)
    hasNames = found.hasNames
    isByPerf = trial.perf != nil
    wasInterrupted = trial.wasInterrupted
    validity = trial.evidence.validity
  }

  /// The stages that no event went through.
  package var absentStages: [String] {
    let present = Set(profile.stages.map(\.stage))
    let hasPage = profile.notes.contains { $0.name == "page" }
    let own: [ProfileStage] = hasPage ? [.read] : [.idle, .merge]
    let asked = (slow == nil ? own : []) + (hasPage ? [.page] : [.ringWait])
    return (asked + [.decode, .validate, .business, .view, .error, .record, .reply]).map(\.name)
      .filter { !present.contains($0) }
  }

  /// How many attempts were left out; nil if none was.
  package var attemptsText: String? {
    guard attempts > 1 else { return nil }
    let left = attempts - 1
    return "\(attempts) were made: the first\(left == 1 ? "" : " \(left)"), which "
      + "\(left == 1 ? "was INVALID, is" : "were INVALID, are") left out"
  }

  /// The share of a time in that of all stages.
  package func share(_ time: StageTime) -> Double {
    Double(time.total) / Double(max(1, profile.stageTotal))
  }

  /// The samples of the thread that dispatches while it handles events.
  package var work: WorkSamples { WorkSamples(profile) }

  /// The stacks that lack callers.
  package var cutStacks: CutStacks { CutStacks(profile) }

  /// How many expiries of timers came together with others, and count with them.
  package var folded: Int { profile.foldedSamples }
}
