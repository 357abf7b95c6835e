/// FNV-1a over whole words: short to write down, and enough to notice a changed bit.
package struct WordDigest {
  /// The digest of what was added.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Makes that of nothing.
  package init() {}

  /// Adds a word.
  package mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }
}
