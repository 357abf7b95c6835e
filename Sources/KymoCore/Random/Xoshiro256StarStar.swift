/// The xoshiro256** generator of Blackman and Vigna, seeded through ``SplitMix64``: 256 bits of state, the same
/// numbers everywhere.
///
/// One seed has many streams, so that each part of a simulation draws from its own, and none changes what another
/// gets. The distributions are written here, too: a seed means the same bytes in every version of the standard
/// library.
@frozen public struct Xoshiro256StarStar: RandomNumberGenerator, BitwiseCopyable, Sendable {
  @usableFromInline var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts stream number `stream` of a seed; different streams are independent.
  @inlinable public init(seed: UInt64, stream: UInt64) {
    var mixer = SplitMix64(seed: seed &+ stream &* 0xD1B5_4A32_D192_ED03)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// The next number, of all 2⁶⁴.
  ///
  /// - Complexity: O(1), as everything here.
  @inlinable public mutating func next() -> UInt64 {
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
  @inlinable public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in `range`.
  @inlinable public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// An integer in `range`; some values are likelier than others by 2⁻³² at most.
  ///
  /// - Precondition: `range` has at most 2³² values.
  @inlinable public mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound + 1)
    return range.lowerBound + Int(((next() >> 32) * width) >> 32)
  }

  /// Whether something that happens with `probability`, 0...1, happens now.
  @inlinable public mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// Roughly normally distributed noise: mean 0, standard deviation 1, never beyond ±3.47.
  ///
  /// It is the sum of four uniform numbers, because that takes additions only, which are exact to
  /// the last bit everywhere; logarithms are not.
  @inlinable public mutating func noise() -> Double {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) * 0x1p-16 - 2) * 1.732_050_807_568_877_2
  }
}
