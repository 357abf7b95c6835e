/// How sure a gate is before it speaks.
///
/// A figure fails only if the lower bound on its ratio is above its threshold in the first batch of pairs,
/// and again in a second batch that is judged alone. While a first batch is too noisy to say anything, it is
/// made larger and looked at again, ``looks`` times at most; so is the second, ``confirmationLooks`` times at
/// most. How large a batch is at each look does not depend on its own ratios, so each look is wrong with
/// probability α at most; the two batches are independent. A figure fails falsely with probability
/// (looks · α) · (confirmationLooks · α) at most, and over m figures, however they depend on each other, with
/// m times that. Solved for α: the error of a batch is the square root of the run's error over
/// m · looks · confirmationLooks.
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

  /// How often a batch that is to confirm a change is looked at, at most.
  ///
  /// The second look, at twice the pairs, is for bounds that include the threshold and are too wide to tell.
  public static var confirmationLooks: Int { 2 }

  /// How many first bounds a run looks at, on each side.
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
    min(
      Self.laxestBatchError,
      (runError / (chances * Double(Self.confirmationLooks))).squareRoot()
    )
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
