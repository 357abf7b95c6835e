/// A limit, and what a run came to.
public struct JudgedLimit: Sendable, Equatable {
  /// The limit.
  public let limit: FigureLimit
  /// The measured value, in the figure's unit; nil if there is none.
  public let actual: Double?
  /// The verdict that follows.
  public let verdict: LimitVerdict
  /// Of which stage of a load, from 1 on; nil if it is of a run.
  public let stage: Int?

  /// Puts a verdict together.
  public init(limit: FigureLimit, actual: Double?, verdict: LimitVerdict, stage: Int? = nil) {
    self.limit = limit
    self.actual = actual
    self.verdict = verdict
    self.stage = stage
  }
}
