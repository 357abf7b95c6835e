import KymoCore
import Testing

@testable import KymoSynth

@Suite("Noise that drifts") struct DriftTests {
  @Test("has a deviation of 1") func deviation() {
    var random = Xoshiro256StarStar(seed: 2, stream: 0)
    var drift = 0.0
    var squares = 0.0
    for _ in 0..<100_000 {
      drift = random.drift(drift, seconds: 0.1, memory: 1)
      squares += drift * drift
    }
    #expect(abs(squares / 100_000 - 1) < 0.1)
  }
}
