/// What a change came to.
struct PerturbationResult {
  /// The change.
  let perturbation: Perturbation
  /// Its replays, in order; fewer than its trials if it was stopped, and none if it cannot be made here.
  var runs: [PerturbedRun] = []

  /// The first replay that did not do as the reference did, with its surroundings; nil if all did.
  var finding: (run: PerturbedRun, surroundings: Surroundings)? {
    guard let place = runs.firstIndex(where: { !$0.isSame }) else { return nil }
    return (runs[place], perturbation.trials[place])
  }
}
