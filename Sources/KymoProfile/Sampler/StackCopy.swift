/// The part that the sampler keeps of a stack whose frame pointers may not lead all the way: enough
/// to unwind it later.
struct StackCopy: Sendable, Equatable {
  /// The registers in DWARF's order, the program counter last.
  var registers: [UInt64]
  /// The words on the stack, from its top on.
  var words: [UInt64]
  /// Where the first of those words lay.
  var start: UInt64
  /// Whether the frame pointers led to where the thread began, through code that keeps them: only the innermost callers
  /// may be missing.
  var isChainWhole = false

  /// The word at an address; nil if it was not kept.
  func word(at address: UInt64) -> UInt64? {
    guard address >= start, (address - start) % 8 == 0 else { return nil }
    let place = (address - start) / 8
    return place < UInt64(words.count) ? words[Int(place)] : nil
  }
}
