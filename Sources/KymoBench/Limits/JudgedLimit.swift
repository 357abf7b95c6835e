/// A limit, and what a run came to.
public struct JudgedLimit: Sendable, Equatable {
  /// What was demanded.
  public let limit: FigureLimit
  /// What was measured, in the figure's unit; nil if nothing was.
  public let actual: Double?
  /// What follows.
  public let verdict: LimitVerdict

  /// Puts a verdict together.
  public init(limit: FigureLimit, actual: Double?, verdict: LimitVerdict) {
    self.limit = limit
    self.actual = actual
    self.verdict = verdict
  }
}
