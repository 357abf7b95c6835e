import KymoCore
import KymoTestSupport
import Testing

/// Two threads, a producer and a consumer, and every field of every element checked.
@Suite("Ring stress", .serialized) struct RingStressTests {
  /// What a run of the two threads came to.
  struct Tally: Sendable {
    var delivered: UInt64 = 0
    var torn: UInt64 = 0
    var outOfOrder: UInt64 = 0
    var last: UInt64 = 0
    var lostNewest: UInt64 = 0
    var lostOldest: UInt64 = 0

    mutating func take(_ words: Words) {
      if !words.isIntact { torn += 1 }
      if words.w0 <= last { outOfOrder += 1 }
      last = words.w0
      delivered += 1
    }
  }

  /// Pushes 1...count by single pushes and claims of random length; a second thread pops and visits.
  func run(
    _ count: UInt64,
    capacity: Int,
    _ policy: OverflowPolicy,
    _ wait: WaitStrategy,
    startingAt start: UInt64 = .max - 1000,
    seed: UInt64
  ) -> Tally {
    let ring = SPSCRing<Words>(
      minimumCapacity: capacity,
      whenFull: policy,
      wait: wait,
      startingAt: start
    )
    let handOver = HandOver(ring.producer)
    var consumer = ring.consumer
    let writer = JoiningThread {
      var random = SeededRandom(seed: seed)
      var producer = handOver.take()
      var next: UInt64 = 1
      while next <= count {
        if random.once(in: 8) {
          for _ in 0..<min(UInt64(1 + random.below(16)), count + 1 - next) {
            producer.push(Words(next))
            next += 1
          }
        } else {
          let wanted = min(1 + random.below(capacity), Int(count + 1 - next))
          let published = producer.claim(upTo: wanted) { output in
            while !output.isFull {
              output.append(Words(next))
              next += 1
            }
          }
          if published == 0 {
            producer.push(Words(next))
            next += 1
          }
        }
      }
      // A last element that is never dropped tells the consumer to stop.
      var last = Words(UInt64.max)
      var waiter = Waiter(wait)
      while let rejected = producer.tryPush(last) {
        last = rejected
        waiter.pause()
      }
    }
    var random = SeededRandom(seed: ~seed)
    var tally = Tally()
    var ended = false
    var waiter = Waiter(wait == .spin ? .spinThenYield : wait)
    while !ended {
      var visited = 0
      if random.once(in: 8) {
        if let words = consumer.pop() {
          visited = 1
          if words.w0 == .max { ended = true } else { tally.take(words) }
        }
      } else {
        visited = consumer.visit(upTo: 1 + random.below(capacity)) { span in
          for index in span.indices {
            if span[index].w0 == .max { ended = true } else { tally.take(span[index]) }
          }
        }
      }
      if visited == 0 { waiter.pause() } else { waiter.reset() }
    }
    writer.join()
    tally.lostNewest = consumer.statistics.droppedNewest
    tally.lostOldest = consumer.statistics.droppedOldest
    return tally
  }

  @Test("A million elements arrive in order and whole", arguments: [0x5EED, 2] as [UInt64])
  func waiting(_ seed: UInt64) {
    let count: UInt64 = 1_000_000
    let tally = run(count, capacity: 1024, .wait, .spinThenYield, seed: seed)
    #expect(tally.delivered == count, "seed \(seed)")
    #expect(tally.torn == 0, "seed \(seed)")
    #expect(tally.outOfOrder == 0, "seed \(seed)")
    #expect(tally.last == count, "seed \(seed)")
    #expect(tally.lostNewest + tally.lostOldest == 0)
  }

  @Test(
    "Nothing is lost in a small ring, however the producer waits",
    arguments: [WaitStrategy.spin, .spinThenYield, .park],
    [1, 2, 8]
  )
  func waitStrategies(_ wait: WaitStrategy, _ capacity: Int) {
    let count: UInt64 = capacity == 8 ? 5_000 : 500
    let seed = UInt64(capacity)
    let tally = run(count, capacity: capacity, .wait, wait, startingAt: 0xFFFF_FF00, seed: seed)
    #expect(tally.delivered == count, "seed \(seed)")
    #expect(tally.torn + tally.outOfOrder == 0, "seed \(seed)")
  }

  @Test(
    "What a dropping ring delivers is whole, in order, and accounted for",
    arguments: [OverflowPolicy.dropNewest, .dropOldest],
    [1, 2, 16, 512]
  )
  func dropping(_ policy: OverflowPolicy, _ capacity: Int) {
    let count: UInt64 = 250_000
    let seed = UInt64(capacity) + 77
    let tally = run(count, capacity: capacity, policy, .spinThenYield, seed: seed)
    #expect(tally.torn == 0, "seed \(seed)")
    #expect(tally.outOfOrder == 0, "seed \(seed)")
    let lost = tally.lostNewest + tally.lostOldest
    #expect(tally.delivered + lost == count, "seed \(seed): \(tally)")
    if policy == .dropNewest { #expect(tally.lostOldest == 0) }
  }

  @Test("A push that must wait is counted and goes through")
  func waitIsCounted() {
    let ring = SPSCRing<Int>(minimumCapacity: 1)
    let handOver = HandOver(ring.producer)
    var consumer = ring.consumer
    let writer = JoiningThread {
      var producer = handOver.take()
      for number in 0..<3 { producer.push(number) }
    }
    // The second push cannot go through before the first element is taken.
    while consumer.statistics.waits == 0 {}
    #expect(consumer.pop() == 0)
    var seen: [Int] = []
    while seen.count < 2 { if let number = consumer.pop() { seen.append(number) } }
    writer.join()
    #expect(seen == [1, 2])
    #expect(consumer.statistics.droppedNewest == 0)
    #expect(consumer.statistics.waits >= 1)
  }

  @Test("Tokens that cross threads are destroyed exactly once")
  func tokens() {
    let balance = Balance()
    let count = 20_000
    do {
      let ring = SPSCRing<Token>(minimumCapacity: 8, whenFull: .dropOldest)
      let handOver = HandOver(ring.producer)
      var consumer = ring.consumer
      let writer = JoiningThread {
        var producer = handOver.take()
        for number in 0..<count { producer.push(Token(number: number, balance: balance)) }
      }
      var last = -1
      for _ in 0..<count {
        if let token = consumer.pop() {
          #expect(token.number > last)
          last = token.number
        }
      }
      writer.join()
    }
    #expect(balance.isEven(count), "\(balance.deathCount) of \(count) destroyed")
  }
}
