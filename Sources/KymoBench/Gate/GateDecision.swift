/// The verdict over a whole run; the same measurements always give the same.
public struct GateDecision: Sendable, Equatable {
  /// The digest of the replay by each build.
  public struct Digests: Sendable, Equatable {
    /// By BASE.
    public var base: String
    /// By HEAD.
    public var head: String
    /// Whether the builds are meant to differ.
    public var mayDiffer: Bool

    /// States the digests.
    public init(base: String, head: String, mayDiffer: Bool) {
      self.base = base
      self.head = head
      self.mayDiffer = mayDiffer
    }
  }

  /// The verdict.
  public let verdict: GateVerdict
  /// What it rests on, in whole sentences, the most important first; empty if nothing is to be said.
  public let reasons: [String]

  /// Decides.
  ///
  /// What was interrupted is undecided, whatever was found. Builds that give different results are not
  /// compared. A regression counts before anything that could not be measured, as it was measured.
  public init(
    digests: Digests?,
    counts: [CountComparison],
    phases: [PhaseJudgement],
    isInterrupted: Bool = false
  ) {
    var reasons: [String] = []
    if isInterrupted { reasons.append("the run was interrupted: what is there is partial") }
    if let digests, digests.base != digests.head {
      reasons.append(
        "the builds give different results: the digest of the replay is \(digests.base) in BASE "
          + "and \(digests.head) in HEAD"
      )
      if !digests.mayDiffer {
        verdict = isInterrupted ? .inconclusive : .invalid
        self.reasons = reasons
        return
      }
    }
    reasons += counts.filter { $0.verdict == .regressed }.map { count in
      "counts: \(count.name): "
        + (count.ratio.map { "\(PhaseJudgement.percent($0)) in HEAD" }
          ?? "none in BASE, some in HEAD")
    }
    reasons += phases.flatMap(\.reasons)
    self.reasons = reasons

    let verdicts = phases.map(\.verdict) + counts.compactMap(\.verdict)
    if isInterrupted || verdicts.isEmpty {
      verdict = .inconclusive
    } else {
      let order: [GateVerdict] = [.regressed, .invalid, .inconclusive, .improved]
      verdict = order.first { verdicts.contains($0) } ?? .pass
    }
  }
}
