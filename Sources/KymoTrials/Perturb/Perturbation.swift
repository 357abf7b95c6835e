/// One change of a replay's surroundings, everything else held still.
package struct Perturbation {
  /// The subject of the change, in a word or two.
  package let name: String
  /// To what; or why it is not.
  package let detail: String
  /// The surroundings to run in, once each; none if the change cannot be made here.
  package let trials: [Surroundings]

  /// A change that can be made.
  package init(_ name: String, _ detail: String, _ trials: [Surroundings]) {
    precondition(!trials.isEmpty, "a change is tried at least once")
    (self.name, self.detail, self.trials) = (name, detail, trials)
  }

  /// A change that cannot be made here.
  package init(_ name: String, notTried reason: String) {
    (self.name, detail, trials) = (name, reason, [])
  }
}
