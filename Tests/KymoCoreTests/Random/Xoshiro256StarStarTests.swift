import KymoCore
import Testing

@Suite("xoshiro256** and its distributions") struct Xoshiro256StarStarTests {
  @Test("cover their ranges evenly")
  func ranges() {
    var random = Xoshiro256StarStar(seed: 1, stream: 0)
    var counts = Array(repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[random.integer(-3...3) + 3] += 1 }
    #expect(counts.allSatisfy { 9500...10_500 ~= $0 }, "\(counts)")
    let values = (0..<10_000).map { _ in random.uniform(2...4) }
    #expect(values.allSatisfy { 2...4 ~= $0 })
    #expect(abs(values.reduce(0, +) / 10_000 - 3) < 0.05)
    #expect((0..<10_000).count { _ in random.chance(0.25) } / 100 == 25)
  }

  @Test("have noise of mean 0 and deviation 1")
  func noise() {
    var random = Xoshiro256StarStar(seed: 2, stream: 0)
    let values = (0..<100_000).map { _ in random.noise() }
    #expect(abs(values.reduce(0, +) / 100_000) < 0.02)
    #expect(abs(values.reduce(0) { $0 + $1 * $1 } / 100_000 - 1) < 0.02)
    #expect(values.allSatisfy { abs($0) < 3.47 })
  }

  @Test("differ between streams and seeds")
  func streams() {
    var firsts: Set<UInt64> = []
    for seed in 0..<50 as Range<UInt64> {
      for stream in 0..<5 as Range<UInt64> {
        var random = Xoshiro256StarStar(seed: seed, stream: stream)
        firsts.insert(random.next())
      }
    }
    #expect(firsts.count == 250)
  }
}
