import KymoBench
import KymoCommandLine

/// `kymo bench --attempts N`: a run that is INVALID is made again, in place, with new handlers.
enum BenchAttempts {
  /// `--attempts N`.
  static let option = OptionSpecification(
    "attempts",
    "N",
    kind: .integer(1...100),
    default: "1",
    help: "Make an INVALID run again, N in all at most."
  )

  /// Makes attempts until one is valid; of several that are not, the last counts.
  ///
  /// - Parameters:
  ///   - most: how many at most.
  ///   - console: told of each that is made again.
  ///   - result: what came of an attempt.
  ///   - attempt: makes the n-th, from 1.
  /// - Returns: the last one, and how many were made.
  /// - Throws: what an attempt throws.
  static func run<Made>(
    atMost most: Int,
    _ console: inout Console,
    result: (Made) -> LoadResult,
    attempt: (Int) throws(CommandFailure) -> Made
  ) throws(CommandFailure) -> (made: Made, count: Int) {
    var count = 1
    while true {
      let made = try attempt(count)
      let result = result(made)
      // What the user stopped is not begun again.
      guard !result.valid, !result.offered.isInterrupted, count < most else {
        return (made, count)
      }
      console.note("attempt \(count) of \(most) is INVALID and made again")
      count += 1
    }
  }
}
