/// The time that one stage, or one handler of it, took for one command.
public struct StageTime: Sendable, Equatable {
  /// The command; nil for what is not done for one, such as a merge.
  public var command: String?
  /// The stage, such as `decode`.
  public var stage: String
  /// The handler; nil for the stage as a whole.
  public var handler: String?
  /// How often it ran.
  public var count: Int
  /// The sum of its times in ns, the timers' own cost subtracted.
  public var total: Int64
  /// The times in ns that half of them, 90 % and 99 % do not exceed.
  public var percentiles: Percentiles
  /// The longest time in ns.
  public var longest: Int64

  /// Whether it is no time of the thread's own: events wait in their ring at the same time.
  public var isBeside: Bool { stage == StageSlice.ringWait }

  /// Points of a distribution of times in ns.
  public struct Percentiles: Sendable, Equatable {
    /// The middle one.
    public var p50: Int64
    /// The value that 90 % do not exceed.
    public var p90: Int64
    /// The value that 99 % do not exceed.
    public var p99: Int64

    /// Points of a distribution.
    public init(p50: Int64, p90: Int64, p99: Int64) {
      self.p50 = p50
      self.p90 = p90
      self.p99 = p99
    }
  }

  /// The times of a stage.
  public init(
    command: String?,
    stage: String,
    handler: String? = nil,
    count: Int,
    total: Int64,
    percentiles: Percentiles,
    longest: Int64
  ) {
    self.command = command
    self.stage = stage
    self.handler = handler
    self.count = count
    self.total = total
    self.percentiles = percentiles
    self.longest = longest
  }
}
