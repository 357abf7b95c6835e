import KymoCore
import Testing

@testable import KymoBench

@Suite("The heap of the slowest events") struct TailHeapTests {
  @Test("it keeps what sorting everything would put first", arguments: 0..<40)
  func againstSorting(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let capacity = 1 + Int(random.next() % 50)
    let count = Int(random.next() % 2000)
    // Few different times, so that many are equal.
    let range = 1 + random.next() % 300
    var heap = TailHeap(capacity: capacity)
    var all: [TailEntry] = []
    for ordinal in 0..<count {
      var entry = TailEntry()
      entry.ordinal = ordinal
      entry.due = Int64(ordinal)
      entry.done = entry.due + Int64(random.next() % range)
      all.append(entry)
      if entry.response > heap.threshold { heap.insert(entry) }
    }
    let sorted = all.sorted {
      $0.response == $1.response ? $0.ordinal < $1.ordinal : $0.response > $1.response
    }
    #expect(
      heap.slowestFirst.map(\.ordinal) == sorted.prefix(capacity).map(\.ordinal),
      "seed \(seed)"
    )
    let threshold = heap.threshold
    if count >= capacity { #expect(threshold == sorted[capacity - 1].response, "seed \(seed)") }
  }

  @Test("without room nothing is slow enough") func empty() {
    let heap = TailHeap(capacity: 0)
    let threshold = heap.threshold
    let slowest = heap.slowestFirst
    #expect(threshold == .max)
    #expect(slowest.isEmpty)
    let isKept = TailLog(capacity: 0).isKept
    #expect(!isKept)
  }
}
