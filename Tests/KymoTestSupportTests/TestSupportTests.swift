import KymoTestSupport
import Testing

@Suite("What the tests stand on") struct TestSupportTests {
  @Test("the generator gives the published values of SplitMix64") func random() {
    var random = SeededRandom(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    var (small, large) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
    #expect((0..<1000).allSatisfy { _ in (0..<10).contains(small.below(10)) })
    #expect((0..<1000).contains { _ in large.spread(upTo: .max) > 1 << 40 })
  }

  @Test("allocations are counted, and nothing else is") func allocations() {
    guard Allocations.areCounted else { return }
    var kept: [Int] = []
    #expect(Allocations.count { kept.reserveCapacity(1000) } == 1)
    #expect(Allocations.count { kept.append(1) } == 0)
  }
}
