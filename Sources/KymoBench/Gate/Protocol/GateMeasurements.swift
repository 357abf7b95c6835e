/// The measurements of a gate, without a word on their meaning.
public struct GateMeasurements: Sendable, Equatable {
  /// One way of measuring, and what came of it.
  public struct Method: Sendable, Equatable {
    /// The way of measuring that was used.
    public let method: GateMethod
    /// The pairs.
    public let phase: GatePhase
    /// The app that was measured; nil if no run said so.
    public let app: String?
    /// How many fresh processes each measurement is the fastest of.
    public let repeats: Int
    /// How many runs were made, without those that were stopped.
    public let runs: Int
    /// How many of them said that they are not valid.
    public let invalidRuns: Int
  }

  /// The replay by BASE; nil until it is known.
  public internal(set) var base: GateReplay?
  /// The replay by HEAD; nil until it is known.
  public internal(set) var head: GateReplay?
  /// The first event of which the builds make something different, in words; nil if it is not known.
  public internal(set) var divergence: String?
  /// The counts that were compared.
  public internal(set) var counts: [CountComparison] = []
  /// The ways of measuring, in the order in which they began.
  public internal(set) var methods: [Method] = []
  /// How sure to be, given how many figures there are.
  public internal(set) var rules = GateRules(metricCount: 0)
  /// Requests that could not be met, in whole sentences.
  public internal(set) var notes: [String] = []
  /// Whether the user stopped it.
  public internal(set) var isInterrupted = false

  /// The app that was measured; nil if neither build says which.
  public var app: String? {
    head?.app ?? base?.app ?? methods.lazy.compactMap(\.app).first
  }

  /// The digests of both builds; nil unless both are known.
  public func digests(mayDiffer: Bool) -> GateDecision.Digests? {
    guard let base, let head else { return nil }
    return GateDecision.Digests(
      base: base.digest,
      head: head.digest,
      mayDiffer: mayDiffer,
      divergence: divergence
    )
  }

  /// The judgement on each way of measuring.
  public func judgements(_ configuration: GateConfiguration) -> [PhaseJudgement] {
    methods.map {
      PhaseJudgement(
        $0.phase,
        threshold: configuration.threshold,
        rules: rules,
        isStrict: configuration.isStrict
      )
    }
  }

  /// The verdict; equal measurements always give the same.
  public func decision(_ configuration: GateConfiguration) -> GateDecision {
    GateDecision(
      digests: digests(mayDiffer: configuration.mayDiffer),
      counts: counts,
      phases: judgements(configuration),
      asked: configuration.parts,
      required: configuration.required,
      isInterrupted: isInterrupted
    )
  }
}
