/// How often replays differed, after a change and without it, and whether chance alone would do that.
struct PerturbationEvidence: Equatable {
  /// How many replays after the change differed, of those that were made to find out.
  var differing: Int
  /// How many were made to find out.
  var runs: Int
  /// How many were made with nothing changed, none of which differed.
  var unchangedRuns: Int

  /// How likely it may be at most that chance alone does as much.
  ///
  /// One in a thousand: some twenty changes are tried, each is looked at after every replay, and all of that together
  /// is to name a wrong one in less than one run in a hundred.
  static let limit = 0.001
  /// How many replays are made at first: after the change, and with nothing changed.
  static let first = (changed: 4, unchanged: 10)
  /// How many replays are made at most.
  static let most = (changed: 20, unchanged: 20)

  /// How likely it is that all that differ are among those after the change, if the change does nothing.
  ///
  /// That is Fisher's exact test: of all replays, so many that differ, drawn at random.
  var chance: Double {
    precondition(differing >= 0 && differing <= runs && unchangedRuns >= 0)
    // C(runs, differing) / C(all, differing), factor by factor.
    return (0..<differing).reduce(1) { chance, drawn in
      chance * Double(runs - drawn) / Double(runs + unchangedRuns - drawn)
    }
  }

  /// Whether the change is the cause.
  var isCause: Bool { differing > 0 && chance <= Self.limit }

  /// Whether more replays would be needed, and no more are made.
  var isTooRare: Bool {
    !isCause && runs >= Self.most.changed && unchangedRuns >= Self.most.unchanged
  }
}
