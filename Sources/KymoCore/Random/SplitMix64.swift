/// The SplitMix64 generator of Steele, Lea and Flood: 64 bits of state, the same numbers everywhere.
///
/// The numbers that handlers draw from it depend on the seed alone, so that a replay draws the
/// same: the system's generator is never the same twice.
@frozen public struct SplitMix64: RandomNumberGenerator, BitwiseCopyable, Sendable {
  @usableFromInline var state: UInt64

  /// Starts the sequence of a seed.
  @inlinable public init(seed: UInt64) { state = seed }

  /// The next number, of all 2⁶⁴.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The next number in 0..<1, a multiple of 2⁻⁵³: 53 bits are what a Double holds.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}
