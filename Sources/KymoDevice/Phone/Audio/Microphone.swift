import KymoCore

/// The sound that the microphone of the simulated phone hears: a tone of 440 Hz and some noise.
///
/// A table and integers make the samples, so that a seed means the same ones everywhere.
struct Microphone: Sendable {
  private var random: Xoshiro256StarStar
  private var phase: UInt64 = 0

  /// 440 Hz in turns of 2⁻⁶⁴ per sample.
  private static let step: UInt64 =
    UInt64(AudioFormat.hertz).dividingFullWidth((high: 440, low: 0)).quotient

  /// One turn of the tone in 1,024 samples; its amplitude is a quarter of what fits.
  private static let wave: [Int16] = (0..<1024).map {
    Int16((8192 * BinaryAngle(bits: UInt64($0) << 54).sine).rounded())
  }

  /// Starts recording number `ordinal` of a seed; each has its own noise.
  init(seed: UInt64, ordinal: UInt64) {
    random = Xoshiro256StarStar(seed: seed, stream: 1 << 32 &+ ordinal)
  }

  /// The next `count` samples, within ±8,448.
  ///
  /// - Complexity: O(`count`).
  mutating func samples(_ count: Int) -> [Int16] {
    let wave = Self.wave
    let step = Self.step
    return (0..<count).map { _ in
      let noise = Int16(truncatingIfNeeded: Int64(random.next() >> 55) - 256)
      defer { phase &+= step }
      return wave[Int(phase >> 54)] + noise
    }
  }
}
