import Glibc  // For the linker: an unoptimised square root is a call into libm.

/// The random numbers of a synthetic session: xoshiro256**, seeded through SplitMix64.
///
/// It is written here so that a seed means the same bytes in every version of the standard library.
struct SyntheticRandom: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts stream number `stream` of a seed; different streams are independent.
  init(seed: UInt64, stream: UInt64) {
    var mixer = seed &+ stream &* 0xD1B5_4A32_D192_ED03
    func mixed() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var word = mixer
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
    state = (mixed(), mixed(), mixed(), mixed())
  }

  /// 64 random bits.
  mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// A number in 0..<1, a multiple of 2⁻⁵³.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in `range`.
  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// An integer in `range`; the bias of at most 2⁻³² does not matter here.
  ///
  /// - Precondition: `range` has at most 2³² values.
  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound + 1)
    return range.lowerBound + Int(((next() >> 32) * width) >> 32)
  }

  /// Whether something that happens with `probability` happens now.
  mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// Roughly normally distributed noise: mean 0, standard deviation 1, never beyond ±3.47.
  ///
  /// It is the sum of four uniform numbers, because that takes additions only, which are exact to
  /// the last bit everywhere; logarithms are not.
  mutating func noise() -> Double {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) * 0x1p-16 - 2) * 1.732_050_807_568_877_2
  }

  /// The next value of noise that forgets itself within `memory` seconds; standard deviation 1.
  mutating func drift(_ last: Double, seconds: Double, memory: Double) -> Double {
    let kept = seconds < memory ? 1 - seconds / memory : 0
    return kept * last + (1 - kept * kept).squareRoot() * noise()
  }
}
