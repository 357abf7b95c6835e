import KymoCore
import KymoTestSupport
import Testing

/// Entries with their texts, on one thread, against a plain list.
@Suite("Text ring") struct TextRingTests {
  struct Entry: Equatable {
    var number: UInt32
    var first: [UInt8]
    var second: [UInt8]
  }

  private func push(_ entry: Entry, _ producer: inout TextRing<UInt32>.Producer) -> PushResult {
    UnsafeBytes.lend(entry.first, entry.second) { producer.push(entry.number, $0, $1) }
  }

  private func visit(_ consumer: inout TextRing<UInt32>.Consumer, upTo count: Int) -> [Entry] {
    var entries: [Entry] = []
    consumer.visit(upTo: count) { number, first, second in
      let texts = (UnsafeBytes.copy(first), UnsafeBytes.copy(second))
      entries.append(Entry(number: number, first: texts.0, second: texts.1))
    }
    return entries
  }

  @Test("An entry has both of its texts, either of which may be empty")
  func texts() {
    var ring = TextRing<UInt32>(minimumCapacity: 8, textBytes: 64)
    let entries = [
      Entry(number: 1, first: [1, 2, 3], second: [4]), Entry(number: 2, first: [], second: [5, 6]),
      Entry(number: 3, first: [7], second: []), Entry(number: 4, first: [], second: []),
    ]
    for entry in entries { #expect(push(entry, &ring.producer) == .pushed) }
    ring.producer.push(5)
    let seen = visit(&ring.consumer, upTo: .max)
    #expect(seen == entries + [Entry(number: 5, first: [], second: [])])
    #expect(ring.consumer.statistics.isLoss(newest: 0))
  }

  @Test("Texts that never fit are dropped and counted, whatever the policy")
  func tooLong() {
    for policy in [OverflowPolicy.wait, .dropNewest, .dropOldest] {
      var ring = TextRing<UInt32>(minimumCapacity: 4, textBytes: 64, whenFull: policy)
      #expect(ring.producer.maximumTextBytes == 32)
      let longest = [UInt8](repeating: 1, count: 20)
      let fits = Entry(number: 1, first: longest, second: [UInt8](repeating: 2, count: 12))
      let isLonger = Entry(number: 2, first: longest, second: [UInt8](repeating: 2, count: 13))
      #expect(push(fits, &ring.producer) == .pushed)
      #expect(push(isLonger, &ring.producer) == .dropped)
      #expect(ring.producer.statistics.isLoss(newest: 1))
      #expect(visit(&ring.consumer, upTo: .max) == [fits])
    }
  }

  @Test(
    "Random steps do as a plain list does",
    arguments: [OverflowPolicy.dropNewest, .dropOldest]
  )
  func model(_ policy: OverflowPolicy) {
    let seed: UInt64 = 47
    var random = SeededRandom(seed: seed)
    var ring = TextRing<UInt32>(minimumCapacity: 4, textBytes: 128, whenFull: policy)
    var model: [Entry] = []
    var (refused, replaced, wrong) = (0, 0, 0)
    for step in 0..<20_000 as Range<UInt32> {
      if random.once(in: 3) {
        let count = 1 + random.below(5)
        let seen = visit(&ring.consumer, upTo: count)
        // A run ends where the memory wraps.
        if model.isEmpty != seen.isEmpty || seen.count > count { wrong += 1 }
        if Array(model.prefix(seen.count)) != seen { wrong += 1 }
        model.removeFirst(min(seen.count, model.count))
        continue
      }
      let byte = UInt8(truncatingIfNeeded: step)
      let longest = random.once(in: 2) ? 3 : 32
      let entry = Entry(
        number: step,
        first: [UInt8](repeating: byte, count: random.below(longest + 1)),
        second: [UInt8](repeating: ~byte, count: random.below(longest + 1))
      )
      switch push(entry, &ring.producer) {
      case .pushed: model.append(entry)
      case .replacedOldest:
        replaced += 1
        if model.count != 4 { wrong += 1 }
        model.removeFirst()
        model.append(entry)
      case .dropped:
        refused += 1
        // An empty ring has room for every entry.
        if model.isEmpty { wrong += 1 }
      case .late: wrong += 1
      }
    }
    #expect(wrong == 0, "seed \(seed)")
    #expect(refused > 1000 && (replaced > 1000) == (policy == .dropOldest), "seed \(seed)")
  }
}
