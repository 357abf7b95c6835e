/// A counter of instructions that is believed only after it has counted a loop of known length.
///
/// Virtual machines have counters that can be opened and stay at 0, and others that count half the time.
struct InstructionCounter<Source: InstructionSource & ~Copyable>: ~Copyable {
  /// The rounds of the shorter loop; the longer one has ``extraRounds`` more.
  static var rounds: Int { 10_000 }
  /// How many rounds the difference of both loops has: what reading itself costs falls out.
  static var extraRounds: Int { 1_000_000 }
  /// By what share of the loop the counter may be wrong.
  static var tolerance: Double { 0.01 }

  private var source: Source

  /// Tries a counter on two loops.
  ///
  /// - Throws: what is wrong with it.
  init(_ source: consuming Source) throws(CounterUnavailable) {
    var source = source
    let first = try Self.reading(&source)
    guard let length = source.loop(rounds: Self.rounds) else {
      throw CounterUnavailable("no loop of known length for this processor to try the counter on")
    }
    let second = try Self.reading(&source)
    _ = source.loop(rounds: Self.rounds + Self.extraRounds)
    let third = try Self.reading(&source)
    guard third.count > first.count else {
      throw CounterUnavailable("the counter stays at \(first.count)")
    }
    let counted = Double(third.count) - 2 * Double(second.count) + Double(first.count)
    let known = Double(length * Self.extraRounds)
    guard abs(counted - known) <= known * Self.tolerance else {
      throw CounterUnavailable(
        "the counter says \(Int64(counted)) for a loop of \(Int64(known)) instructions"
      )
    }
    self.source = source
  }

  /// How many instructions there were so far.
  ///
  /// - Throws: why that cannot be said, or that some were left out.
  mutating func read() throws(CounterUnavailable) -> UInt64 { try Self.reading(&source).count }

  private static func reading(_ source: inout Source) throws(CounterUnavailable)
    -> InstructionReading
  {
    let reading = try source.read()
    guard reading.isWhole else {
      throw CounterUnavailable("the counter ran for a part of the time only")
    }
    return reading
  }
}
