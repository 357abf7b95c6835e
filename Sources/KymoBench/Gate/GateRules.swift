/// How sure a gate is before it speaks.
///
/// A figure fails only if the lower bound on its ratio is above its threshold in the first batch of pairs,
/// and again in a second batch that is judged alone. If each bound is wrong with probability α at most, both
/// are with α² at most, the batches being independent; over m figures, however they depend on each other,
/// with m α² at most. Solved for α: the error of a batch is the square root of the run's error over m.
/// At 200 figures and 20 pairs it comes to the 5th smallest ratio, α = 0.0059, and a false failure in
/// 0.7 % of all runs of equal builds, were the threshold 0; with the threshold it is far below.
public struct GateRules: Sendable, Equatable {
  /// How many figures are judged in the run.
  public let metricCount: Int
  /// The probability, at most, that a run of equal builds says REGRESSED; and as much for IMPROVED.
  public let runError: Double

  /// No bound of a batch is laxer than this, however few the figures.
  public static var laxestBatchError: Double { 0.01 }

  /// Rules for so many figures.
  ///
  /// - Precondition: `metricCount` is not negative, `runError` is in `1e-6...0.1`.
  public init(metricCount: Int, runError: Double = 0.01) {
    precondition(metricCount >= 0 && 1e-6...0.1 ~= runError, "no rules for that")
    self.metricCount = metricCount
    self.runError = runError
  }

  /// The error of each bound in each batch.
  public var batchError: Double {
    min(Self.laxestBatchError, (runError / Double(max(metricCount, 1))).squareRoot())
  }

  /// The error of each bound on BASE against itself, which is judged on one batch and on both sides.
  public var controlError: Double {
    min(batchError, runError / Double(2 * max(metricCount, 1)))
  }

  /// How many pairs there must be before anything can be said.
  public var minimumPairs: Int {
    max(
      SignTest.minimumCount(error: batchError),
      SignTest.minimumCount(error: controlError)
    )
  }
}
