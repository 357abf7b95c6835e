/// How sure a gate is before it speaks.
///
/// A figure fails only if the lower bound on its ratio is above its threshold in the first batch of pairs,
/// and again in a second batch that is judged alone. While a first batch is too noisy to say anything, it is
/// made larger and looked at again, ``looks`` times at most. Each look is wrong with probability α at most,
/// and so is the confirmation, which is independent: a figure fails falsely with probability looks · α² at
/// most. Over m figures, however they depend on each other, that is m · looks · α². Solved for α: the error
/// of a batch is the square root of the run's error over m · looks.
///
/// At 200 figures and 20 pairs it comes to the 4th smallest ratio. Without a threshold at most one run of
/// equal builds in a hundred would fail; with it, it is far fewer.
public struct GateRules: Sendable, Equatable {
  /// How many figures are judged in the run.
  public let metricCount: Int
  /// The probability, at most, that a run of equal builds says REGRESSED; and as much for IMPROVED.
  public let runError: Double

  /// No bound of a batch is laxer than this, however few the figures.
  public static var laxestBatchError: Double { 0.01 }

  /// How often a first batch is looked at, at most.
  public static var looks: Int { 3 }

  private var chances: Double { Double(Self.looks * max(metricCount, 1)) }

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
    min(Self.laxestBatchError, (runError / chances).squareRoot())
  }

  /// The error of each bound on BASE against itself, which nothing confirms; on both sides.
  public var controlError: Double {
    min(batchError, runError / (2 * chances))
  }

  /// How many pairs there must be before anything can be said.
  public var minimumPairs: Int {
    max(
      SignTest.minimumCount(error: batchError),
      SignTest.minimumCount(error: controlError)
    )
  }
}
