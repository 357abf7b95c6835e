import Testing

/// Every interleaving of a small ring, under a memory that shows late what is not published.
@Suite("Ring interleavings") struct RingModelTests {
  /// What an exploration came to.
  struct Exploration {
    var states = 0
    var ends = 0
    var violation: String?
    var fates: Set<[RingModel.Fate]> = []
  }

  /// Goes through all states that can be reached; stops at the first violation.
  func explore(_ setup: RingModel.Setup) -> Exploration {
    var exploration = Exploration()
    let start = RingModel(setup)
    var known: Set<RingModel> = [start]
    var open = [start]
    while let state = open.popLast() {
      exploration.states += 1
      if let violation = state.violation ?? state.finalViolation() {
        exploration.violation = violation
        return exploration
      }
      if state.producer.step == .done && state.consumer.step == .done {
        exploration.ends += 1
        exploration.fates.insert(state.fates)
      }
      for next in state.successors() where known.insert(next).inserted { open.append(next) }
    }
    return exploration
  }

  @Test(
    "No interleaving loses, doubles or tears an element",
    arguments: [RingModel.Policy.wait, .dropNewest, .dropOldest],
    [(1, false), (2, false), (1, true), (2, true)] as [(UInt8, Bool)]
  )
  func sound(_ policy: RingModel.Policy, _ visits: (longestRun: UInt8, firstThrows: Bool)) {
    let setup = RingModel.Setup(
      policy: policy,
      longestRun: visits.longestRun,
      firstVisitThrows: visits.firstThrows
    )
    let exploration = explore(setup)
    #expect(exploration.violation == nil, "\(setup)")
    #expect(exploration.ends > 0)
    // The exploration is worth something only if it reaches different ends.
    #expect(exploration.fates.count >= 2, "\(exploration.fates)")
    if policy == .dropOldest {
      let oldest = exploration.fates.contains { $0.contains(.droppedOldest) }
      let newest = exploration.fates.contains { $0.contains(.droppedNewest) }
      #expect(oldest && newest)
    }
  }

  @Test(
    "A mistake in the algorithm is found",
    arguments: [
      (RingModel.Mutation.publishBeforeFill, RingModel.Policy.wait),
      (.releaseBeforeRead, .wait),
      (.relaxedPublish, .wait),
      (.relaxedObservation, .wait),
      (.relaxedRelease, .wait),
      (.relaxedRefresh, .wait),
      (.publishBeforeFill, .dropOldest),
      (.dropWithoutExchange, .dropOldest),
      (.claimWithoutExchange, .dropOldest),
      (.relaxedPublish, .dropOldest),
      (.relaxedRelease, .dropOldest),
      (.relaxedClaimRead, .dropOldest),
    ]
  )
  func mutated(_ mutation: RingModel.Mutation, _ policy: RingModel.Policy) {
    let setup = RingModel.Setup(policy: policy, attempts: 3, longestRun: 2, mutation: mutation)
    let exploration = explore(setup)
    #expect(
      exploration.violation != nil,
      "\(mutation) went unnoticed in \(exploration.states) states"
    )
  }
}
