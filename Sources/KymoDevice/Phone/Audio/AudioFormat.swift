/// The format of the phone's recordings: mono, 16-bit linear PCM, 44.1 kHz.
enum AudioFormat {
  /// Samples per second; one sample is one frame.
  static let hertz: Int64 = 44_100
  /// Bytes of a sample.
  static let sampleBytes = 2

  /// The frames that are complete after so many ns.
  ///
  /// - Precondition: `nanoseconds` is 0...2 · 10¹⁴, more than two days.
  static func frames(inNanoseconds nanoseconds: Int64) -> Int {
    Int(nanoseconds * hertz / 1_000_000_000)
  }

  /// How long `frames` play, in ns, rounded down.
  ///
  /// - Precondition: `frames` is 0...2³³.
  static func nanoseconds(ofFrames frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / hertz }
}
