/// SplitMix64: the same values for the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A value with a uniformly distributed number of bits, at most `limit`.
  mutating func spread(upTo limit: Int64) -> Int64 {
    let bits = Int64.random(in: 0...62, using: &self)
    return min(limit, Int64.random(in: 0...(1 << bits), using: &self))
  }
}
