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
    /// The first event that differs, in words; nil if it is not known, or there is none.
    public var divergence: String?

    /// States the digests.
    public init(base: String, head: String, mayDiffer: Bool, divergence: String? = nil) {
      self.base = base
      self.head = head
      self.mayDiffer = mayDiffer
      self.divergence = divergence
    }
  }

  /// The verdict.
  public let verdict: GateVerdict
  /// The reasons in whole sentences, the most important first; empty if there is nothing to say.
  public let reasons: [String]
  /// The parts that were compared with a result, in the order of a gate.
  public let compared: [GatePart]
  /// Figures that could not be found out and are not part of the verdict, in whole sentences.
  public let notKnown: [String]
  /// The verdict as a sentence without an end, which claims no more than was compared.
  public let sentence: String

  /// Decides.
  ///
  /// A run that was interrupted is undecided, whatever was found. Builds that give different
  /// results are not compared. A regression counts before anything that could not be measured, as
  /// it was measured. Load that is not known leaves the others to decide, if there are any, unless
  /// it is required; so does a command whose noise hides what its events take, while the busiest
  /// one is known.
  ///
  /// - Parameters:
  ///   - digests: of the replays; nil if there are none.
  ///   - counts: what was counted.
  ///   - phases: what was measured.
  ///   - asked: what was to be compared.
  ///   - required: what has to be known, beside the cost.
  ///   - isInterrupted: whether the user stopped it.
  public init(
    digests: Digests?,
    counts: [CountComparison],
    phases: [PhaseJudgement],
    asked: Set<GatePart> = Set(GatePart.allCases),
    required: Set<GatePart> = [],
    isInterrupted: Bool = false
  ) {
    var reasons: [String] = []
    if isInterrupted { reasons.append("the run was interrupted: what is there is partial") }
    if let digests, digests.base != digests.head {
      reasons.append(
        "the builds give different results: the digest of the replay is \(digests.base) in BASE "
          + "and \(digests.head) in HEAD"
          + (digests.divergence.map { "; \($0)" } ?? "")
          + (digests.mayDiffer ? "; they are compared all the same, as was asked for" : "")
      )
      if !digests.mayDiffer {
        verdict = isInterrupted ? .inconclusive : .invalid
        self.reasons = reasons
        (compared, notKnown) = ([], [])
        sentence =
          isInterrupted
          ? "nothing can be said for certain"
          : "the builds give different results and were not compared (--ignore-digest goes on)"
        return
      }
    }
    reasons += counts.compactMap(\.reason)

    func part(_ phase: PhaseJudgement) -> GatePart? { GatePart(rawValue: phase.phase.name) }
    let known = phases.filter(\.isKnown)
    let areCountsKnown = counts.contains { $0.verdict != nil }
    let uncounted =
      areCountsKnown ? counts.filter { $0.unavailable != nil && $0.handler == nil } : []
    let parts = known.compactMap(part) + (areCountsKnown ? [.counts] : [])
    compared = GatePart.allCases.filter(parts.contains)
    // Without anything else, load decides alone.
    let isLoadEnough = !required.contains(.load) && parts.contains { $0 != .load }
    let optional = phases.filter {
      part($0) == .load && isLoadEnough && !$0.isKnown && !$0.phase.isContradictory
    }
    var notKnown = optional.compactMap(\.notKnown)
    let deciding = phases.filter { phase in !optional.contains { $0 == phase } }
    reasons += deciding.flatMap(\.reasons)

    var verdicts = deciding.map(\.verdict) + counts.compactMap(\.verdict)
    for phase in known where !phase.spared.isEmpty {
      if part(phase).map(required.contains) ?? false {
        reasons += phase.sparedReasons
        verdicts.append(.inconclusive)
      } else {
        notKnown += phase.sparedReasons
      }
    }
    if let reason = uncounted.lazy.compactMap(\.unavailable).first {
      let names = uncounted.map(\.name).joined(separator: " and ")
      let text = "\(names) were not counted: \(reason)"
      // A part of the counts is no ground to stand on alone.
      if known.isEmpty || required.contains(.counts) {
        reasons.append(text)
        verdicts.append(.inconclusive)
      } else {
        notKnown.append(text)
      }
    }
    for part in GatePart.allCases where required.contains(part) && !parts.contains(part) {
      reasons.append("\(part.rawValue) is required, and is not known")
      if !deciding.contains(where: { $0.phase.name == part.rawValue }) {
        verdicts.append(.inconclusive)
      }
    }
    if asked.contains(.counts), !areCountsKnown,
      let reason = counts.lazy.compactMap(\.unavailable).first
    {
      notKnown.append("counts are not known: \(reason)")
    }
    self.reasons = reasons
    self.notKnown = notKnown
    if isInterrupted || verdicts.isEmpty {
      verdict = .inconclusive
    } else {
      let order: [GateVerdict] = [.regressed, .invalid, .inconclusive, .improved]
      verdict = order.first { verdicts.contains($0) } ?? .pass
    }

    func names(_ verdict: GateVerdict) -> [String] {
      GatePart.allCases.filter { part in
        part == .counts
          ? counts.contains { $0.verdict == verdict }
          : phases.contains { $0.phase.name == part.rawValue && $0.verdict == verdict }
      }.map(\.rawValue)
    }
    sentence = Self.sentence(
      verdict,
      compared: compared.map(\.rawValue),
      worse: names(.regressed),
      better: names(.improved),
      notKnown: notKnown
    )
  }

  private static func sentence(
    _ verdict: GateVerdict,
    compared: [String],
    worse: [String],
    better: [String],
    notKnown: [String]
  ) -> String {
    func list(_ parts: [String]) -> String {
      parts.count < 2
        ? parts.joined()
        : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    }
    let isPlural = compared.count > 1 || compared == [GatePart.counts.rawValue]
    let extent =
      (compared.count < GatePart.allCases.count ? "only " : "") + list(compared)
      + (isPlural ? " were compared" : " was compared")
    let rest = notKnown.map { "; \($0)" }.joined()
    switch verdict {
    case .pass: return "HEAD is no worse than BASE: \(extent)\(rest)"
    case .improved: return "HEAD is better than BASE in \(list(better)): \(extent)\(rest)"
    case .regressed: return "HEAD is worse than BASE" + (worse.isEmpty ? "" : " in \(list(worse))")
    case .inconclusive: return "nothing can be said for certain"
    case .invalid: return "do not compare these builds by this run"
    }
  }
}
