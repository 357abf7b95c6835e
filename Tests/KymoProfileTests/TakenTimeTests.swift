import KymoCore
import Testing

@testable import KymoProfile

@Suite("What a watch has taken") struct TakenTimeTests {
  @Test("lies between two marks in proportion") func between() {
    var time = TakenTime(capacity: 4)
    #expect(time.taken(at: 5) == nil)
    time.mark(100, 0)
    time.mark(200, 50)
    time.mark(300, 50)
    let asked: [(UInt64, Int64)] = [(90, 0), (100, 0), (150, 25), (199, 49), (200, 50), (260, 50)]
    for (ticks, taken) in asked { #expect(time.taken(at: ticks) == taken, "\(ticks)") }
    // Behind the last mark nothing is known yet.
    time.mark(400, 90)
    #expect(time.taken(at: 500) == 90)
    time.reset()
    #expect(time.taken(at: 500) == nil)
  }

  @Test("is known as far back as a full lane reaches") func full() {
    var time = TakenTime(capacity: 6)
    for index in 0..<100 { time.mark(UInt64(index) * 10, Int64(index)) }
    #expect(time.taken(at: 991) == 99)
    for index in 100..<108 { time.mark(UInt64(index) * 10, Int64(index)) }
    // The last eight: a time before them has what the first of them had.
    #expect(time.taken(at: 0) == 100)
    #expect(time.taken(at: 1035) == 103)
  }

  @Test("agrees with a list that is searched anew", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var time = TakenTime(capacity: 64)
    var marks: [(ticks: UInt64, taken: Int64)] = []
    var (ticks, taken, asked): (UInt64, Int64, UInt64) = (1000, 0, 0)
    for _ in 0..<500 {
      ticks += 1 + random.next() % 50
      taken += Int64(random.next() % 20)
      time.mark(ticks, taken)
      marks.append((ticks, taken))
      asked = max(asked, ticks - min(random.next() % 100, ticks))
      let next = marks.firstIndex { $0.ticks > asked } ?? marks.count
      let answer = time.taken(at: asked)
      let found = try #require(answer)
      if next == 0 {
        #expect(found == marks[0].taken, "seed \(seed)")
      } else if next == marks.count {
        #expect(found == taken, "seed \(seed)")
      } else {
        #expect((marks[next - 1].taken...marks[next].taken).contains(found), "seed \(seed)")
      }
    }
  }
}
