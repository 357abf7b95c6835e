/// The task of a gate, and its builds; it does not change during a run.
public struct GateConfiguration: Sendable, Equatable {
  /// The parts that are compared.
  public var parts: Set<GatePart>
  /// How many pairs the first look at a batch has, at least 1.
  public var pairs: Int
  /// The change of a median that counts, as a share of BASE: 0.03 for 3 %.
  public var threshold: Double
  /// Whether noise in a figure of the tail leaves the run undecided, too.
  public var isStrict: Bool
  /// The parts that must be known for a verdict, beside cost; any other part that is not known is named, and no
  /// more.
  public var required: Set<GatePart>
  /// Whether builds that give different results are compared.
  public var mayDiffer: Bool
  /// The load that is offered, in events/s.
  public var rate: Double
  /// How long each measurement under load is to last, in ns; less if the time is short.
  public var loadNanoseconds: Int64
  /// The capabilities of BASE.
  public var base: Set<GateCapability>
  /// The capabilities of HEAD.
  public var head: Set<GateCapability>

  /// States what to do; the defaults are those of the command line.
  ///
  /// - Precondition: there is a part, `pairs` is in `1...1000`, and the threshold is not negative.
  public init(
    parts: Set<GatePart> = Set(GatePart.allCases),
    pairs: Int = 20,
    threshold: Double = 0.03,
    isStrict: Bool = false,
    required: Set<GatePart> = [],
    mayDiffer: Bool = false,
    rate: Double = 100_000,
    loadNanoseconds: Int64 = 1_000_000_000,
    base: Set<GateCapability> = Set(GateCapability.allCases),
    head: Set<GateCapability> = Set(GateCapability.allCases)
  ) {
    precondition(!parts.isEmpty, "nothing is left to compare")
    precondition(1...SignTest.maximumCount ~= pairs && threshold >= 0, "no gate is like that")
    self.parts = parts
    self.pairs = pairs
    self.threshold = threshold
    self.isStrict = isStrict
    self.required = required
    self.mayDiffer = mayDiffer
    self.rate = rate
    self.loadNanoseconds = loadNanoseconds
    self.base = base
    self.head = head
  }

  /// The first build that lacks a capability; nil if both have it.
  func side(without capability: GateCapability) -> GateSide? {
    if !base.contains(capability) { return .base }
    return head.contains(capability) ? nil : .head
  }
}
