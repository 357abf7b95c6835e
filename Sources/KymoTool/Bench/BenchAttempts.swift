import KymoCommandLine

/// `--attempts N` of `kymo bench` and `kymo profile`: a run that is INVALID is made again, in place, with new handlers.
enum BenchAttempts {
  /// `--attempts N`.
  static let option = OptionSpecification(
    "attempts",
    "N",
    kind: .integer(1...100),
    default: "1",
    help: "Repeat an INVALID run, up to N runs in all."
  )

  /// Makes attempts until one is valid; of several that are not, the last counts.
  ///
  /// - Parameters:
  ///   - most: how many at most.
  ///   - name: what is attempted, if there are several of it.
  ///   - console: told of each that is made again.
  ///   - isLast: whether an attempt needs no other: it is valid, or the user stopped it.
  ///   - attempt: makes the n-th, from 1.
  /// - Returns: the last one, and how many were made.
  /// - Throws: what an attempt throws.
  static func run<Made>(
    atMost most: Int,
    of name: String? = nil,
    _ console: inout Console,
    isLast: (Made) -> Bool,
    attempt: (Int, inout Console) throws(CommandFailure) -> Made
  ) throws(CommandFailure) -> (made: Made, count: Int) {
    var count = 1
    while true {
      let made = try attempt(count, &console)
      guard !isLast(made), count < most else { return (made, count) }
      let subject = name.map { " of '\($0)'" } ?? ""
      console.note("attempt \(count) of \(most)\(subject) is INVALID; trying again")
      count += 1
    }
  }
}
