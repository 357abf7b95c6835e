public import KymoRecording

/// The findings of replays in changed surroundings: which change makes an app come to something else.
public struct PerturbationFindings {
  /// The plan: what the replays were held still at, and how they were changed.
  package let plan: PerturbationPlan
  /// The whole path of the recording.
  public let recording: String
  /// The result of the replay that all others are compared with.
  public let reference: SessionResult
  /// The results of the changes, in order, with those to nothing.
  package internal(set) var results: [PerturbationResult] = []
  /// Whether it was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// How many replays were compared with the reference.
  public internal(set) var runCount = 0

  /// The name of the change that changes nothing.
  package static let nothing = "nothing"

  /// Starts with no replay compared with the reference.
  init(_ plan: PerturbationPlan, recording: String, reference: SessionResult) {
    self.plan = plan
    self.recording = recording
    self.reference = reference
  }

  /// Whether replays differ with nothing changed.
  public var differsByItself: Bool {
    results.contains { $0.perturbation.name == Self.nothing && $0.finding != nil }
  }

  /// Whether any replay differs.
  public var hasFindings: Bool { results.contains { $0.finding != nil } }

  /// The names of the changes that make a replay differ, beyond chance.
  public var causes: [String] { found.filter { isCause($0) }.map(\.perturbation.name) }

  /// The names of the changes after which a replay has differed that may have done so by chance.
  public var uncertain: [String] { doubtful.map(\.perturbation.name) }

  /// The names of the changes that could not be made here.
  public var untried: [String] { notTried.map(\.name) }

  /// The changes after which a replay differs, unless it differs by itself.
  package var found: [PerturbationResult] {
    differsByItself
      ? [] : results.filter { $0.finding != nil && $0.perturbation.name != Self.nothing }
  }

  /// How many replays with nothing changed did as the reference did.
  public var unchangedRuns: Int {
    results.first { $0.perturbation.name == Self.nothing }?.runs.count(where: \.isSame) ?? 0
  }

  /// Whether a change is the cause of what differs after it.
  package func isCause(_ result: PerturbationResult) -> Bool {
    result.evidence(unchangedRuns: unchangedRuns).isCause
  }

  /// The changes after which a replay has differed that may have done so by chance.
  package var doubtful: [PerturbationResult] { found.filter { !isCause($0) } }

  /// Which results need another replay to tell chance from a cause, by their places, and how many are needed with
  /// nothing changed; nil if no more are made.
  var wantedRuns: (changes: [Int], unchanged: Int)? {
    let (first, most) = (PerturbationEvidence.first, PerturbationEvidence.most)
    let open = results.indices.filter { place in
      let result = results[place]
      guard result.finding != nil, result.perturbation.name != Self.nothing else { return false }
      let evidence = result.evidence(unchangedRuns: unchangedRuns)
      return result.repeats.count < first.changed
        || !evidence.isCause && result.repeats.count < most.changed
    }
    let isDoubtful = !doubtful.isEmpty
    let wanted = found.isEmpty ? 0 : isDoubtful ? most.unchanged : first.unchanged
    guard !open.isEmpty || unchangedRuns < wanted else { return nil }
    return (open, min(2, max(0, wanted - unchangedRuns)))
  }

  /// The changes that could not be made here.
  package var notTried: [Perturbation] { plan.changes.filter(\.trials.isEmpty) }

  /// How many changes were made.
  package var triedCount: Int {
    results.count { !$0.runs.isEmpty && $0.perturbation.name != Self.nothing }
  }
}
