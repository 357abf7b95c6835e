/// SplitMix64: the same values for the same seed, everywhere, so that a failing test can be run again.
///
/// The generator is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
package struct SeededRandom: RandomNumberGenerator {
  /// What the next value is made of.
  package var state: UInt64

  /// Starts at `seed`.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0..<bound`.
  package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % bound }

  /// True once in `count` times, on average.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// A number in `0...limit`, every order of magnitude as likely as another.
  package mutating func spread(upTo limit: Int64) -> Int64 {
    let bits = Int64.random(in: 0...62, using: &self)
    return min(limit, Int64.random(in: 0...(1 << bits), using: &self))
  }
}
