@testable import KymoMCAP
import KymoTestSupport
import Testing

/// Whatever overlaps comes in one order, and no more of it waits than has to.
struct MCAPMergeTests {
  /// An element that says where it came from.
  struct Item: Equatable {
    var time: UInt64
    var key: UInt8
    var segment: Int
    var number: Int
  }

  enum ByTimeAndKey: MCAPMergeOrder {
    static func time(of item: borrowing Item) -> UInt64 { item.time }
    static func precedes(_ left: borrowing Item, _ right: borrowing Item) -> Bool {
      (left.time, left.key) < (right.time, right.key)
    }
  }

  /// Segments with random starts, lengths, disorder and ties.
  private static func segments(seed: UInt64, spread: UInt64, disorder: UInt64) -> [[Item]] {
    var random = SeededRandom(seed: seed)
    return (0..<Int.random(in: 0...12, using: &random)).map { segment in
      let start = UInt64.random(in: 0...spread, using: &random)
      let count = Int.random(in: 1...40, using: &random)
      return (0..<count).map { number in
        Item(
          time: start + (UInt64(number) + UInt64.random(in: 0...disorder, using: &random)) / 2,
          key: UInt8.random(in: 0...2, using: &random),
          segment: segment,
          number: number
        )
      }
    }
  }

  @Test(
    "Merged is what one stable sort would give",
    arguments: 1...40 as ClosedRange<UInt64>,
    [0, 60, 5000] as [UInt64]
  )
  func random(seed: UInt64, spread: UInt64) {
    for disorder: UInt64 in [0, 1, 50] {
      let segments = Self.segments(seed: seed, spread: spread, disorder: disorder)
      let starts = segments.map { $0.map(\.time).min() ?? 0 }
      var merge = MCAPMerge<ByTimeAndKey>(starts: starts)
      var appended: [Item] = []
      var found: [Item] = []
      while true {
        while merge.readyCount == 0, let number = merge.beginSegment() {
          for item in segments[number] { merge.append(item) }
          appended += segments[number]
          merge.endSegment()
        }
        guard merge.readyCount > 0 else { break }
        if seed % 2 == 0 {
          found.append(merge.takeNext())
        } else {
          merge.withReady { ready in
            for index in ready.indices { found.append(ready[index]) }
          }
          merge.skip(merge.readyCount)
        }
        #expect(merge.waitingCount == appended.count - found.count)
      }
      let expected = appended.enumerated().sorted { left, right in
        let (first, second) = (left.element, right.element)
        return (first.time, first.key, left.offset) < (second.time, second.key, right.offset)
      }
      #expect(found == expected.map(\.element))
      #expect(found.count == segments.map(\.count).reduce(0, +))
    }
  }

  @Test("Segments that follow each other wait one by one")
  func memory() {
    var merge = MCAPMerge<ByTimeAndKey>(starts: (0..<100).map { $0 * 10 })
    var most = 0
    var count = 0
    while true {
      while merge.readyCount == 0, let number = merge.beginSegment() {
        for index in 0..<10 {
          merge.append(
            Item(time: UInt64(number * 10 + index), key: 0, segment: number, number: index)
          )
        }
        merge.endSegment()
        most = max(most, merge.waitingCount)
      }
      guard merge.readyCount > 0 else { break }
      #expect(merge.takeNext().time == UInt64(count))
      count += 1
    }
    #expect(count == 1000)
    #expect(most == 10)
  }

  @Test("What waits can be changed, and after an error nothing comes")
  func changes() {
    var merge = MCAPMerge<ByTimeAndKey>(starts: [0, 5])
    func begin() -> Int? { merge.beginSegment() }
    #expect(begin() == 0)
    for time in [9, 1, 4] as [UInt64] {
      merge.append(Item(time: time, key: 0, segment: 0, number: 0))
    }
    merge.endSegment()
    #expect(merge.readyCount == 2 && merge.waitingCount == 3)
    #expect(merge.takeNext().time == 1)
    merge.updateWaiting { $0.number = Int($0.time) * 100 }
    #expect(merge.takeNext() == Item(time: 4, key: 0, segment: 0, number: 400))
    #expect(begin() == 1)
    merge.abandon()
    #expect(merge.readyCount == 0 && merge.waitingCount == 0)
    #expect(begin() == nil)
  }
}
