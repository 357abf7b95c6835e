/// A counter of executed instructions, and a loop to try it on.
protocol InstructionSource: ~Copyable {
  /// How many there were so far, or why that cannot be said.
  mutating func read() throws(CounterUnavailable) -> InstructionReading

  /// Executes a loop of `rounds`.
  ///
  /// - Returns: how many instructions a round has; nil if that is not known for this processor.
  mutating func loop(rounds: Int) -> Int?
}

/// Why there is no counter.
struct CounterUnavailable: Error, Equatable {
  /// Half a sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
