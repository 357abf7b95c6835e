/// The result of a change.
package struct PerturbationResult {
  /// The change.
  package let perturbation: Perturbation
  /// Its replays, in order; fewer than its trials if it was stopped, and none if it cannot be made here.
  package var runs: [PerturbedRun] = []
  /// The replays in the surroundings of the finding that were made to tell the change from chance.
  package var repeats: [PerturbedRun] = []

  /// The first replay that did not do as the reference did, with its surroundings; nil if all did.
  package var finding: (run: PerturbedRun, surroundings: Surroundings)? {
    guard let place = runs.firstIndex(where: { !$0.isSame }) else { return nil }
    // The reference is repeated more often than it has trials, which are all the same.
    return (runs[place], perturbation.trials[min(place, perturbation.trials.count - 1)])
  }

  /// How many replays there were.
  package var count: Int { runs.count + repeats.count }

  /// How many of them differed.
  package var differing: Int { (runs + repeats).count { !$0.isSame } }

  /// Whether the change is the cause, given how many replays with nothing changed did as the reference did.
  ///
  /// The replay that was found first is no evidence, as it was chosen for differing.
  func evidence(unchangedRuns: Int) -> PerturbationEvidence {
    PerturbationEvidence(
      differing: repeats.count { !$0.isSame },
      runs: repeats.count,
      unchangedRuns: unchangedRuns
    )
  }
}
