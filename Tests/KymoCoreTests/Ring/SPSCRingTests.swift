import KymoCore
import KymoTestSupport
import Testing

/// One ring in the hands of one thread: order, capacity, the wrap, and the overflow policies.
@Suite("SPSC ring") struct SPSCRingTests {
  /// Positions of the first element: the counters wrap, or pass 2³², a few elements later.
  static let starts: [UInt64] = [0, 1, 0xFFFF_FFFD, 0xFFFF_FFFF, .max - 5, .max - 1, .max]

  @Test(
    "The capacity is rounded up to a power of two",
    arguments: [
      (1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (1000, 1024), (4096, 4096), (4097, 8192),
    ]
  )
  func capacity(_ minimum: Int, _ capacity: Int) {
    var ring = SPSCRing<Int>(minimumCapacity: minimum)
    #expect(ring.producer.capacity == capacity)
    #expect(ring.producer.freeCount() == capacity)
    for number in 0..<capacity {
      let rejected = ring.producer.tryPush(number)
      #expect(rejected == nil)
    }
    #expect(ring.producer.freeCount() == 0)
    #expect(ring.consumer.availableCount() == capacity)
    #expect(ring.producer.tryPush(-1) == -1)
  }

  @Test("A capacity that is not in 1...2^30 traps")
  func badCapacity() async {
    await #expect(processExitsWith: .failure) { _ = SPSCRing<Int>(minimumCapacity: 0) }
    await #expect(processExitsWith: .failure) { _ = SPSCRing<Int>(minimumCapacity: (1 << 30) + 1) }
  }

  @Test("A full ring hands the element back, an empty one gives none", arguments: starts)
  func fullAndEmpty(_ start: UInt64) {
    var ring = SPSCRing<Int>(minimumCapacity: 2, startingAt: start)
    #expect(ring.consumer.pop() == nil)
    #expect(ring.consumer.visit { _ in } == 0)
    #expect(ring.producer.tryPush(1) == nil)
    #expect(ring.producer.tryPush(2) == nil)
    #expect(ring.producer.tryPush(3) == 3)
    #expect(ring.producer.claim(upTo: 4) { _ in } == 0)
    #expect(ring.consumer.pop() == 1)
    #expect(ring.producer.tryPush(3) == nil)
    #expect(ring.producer.tryPush(4) == 4)
    #expect(ring.consumer.pop() == 2)
    #expect(ring.consumer.pop() == 3)
    #expect(ring.consumer.pop() == nil)
    // Handing back is not a loss: the caller still has the element.
    #expect(ring.producer.statistics.isLoss())
  }

  @Test("A claim ends where the memory wraps, and a visit too", arguments: starts)
  func wrapEdge(_ start: UInt64) {
    var ring = SPSCRing<UInt64>(minimumCapacity: 8, startingAt: start)
    let untilWrap = 8 - Int(start % 8)
    var next: UInt64 = 0
    var published: [Int] = []
    for _ in 0..<3 {
      let count = ring.producer.claim(upTo: 100) { output in
        while !output.isFull {
          output.append(next)
          next += 1
        }
      }
      published.append(count)
    }
    #expect(published == [untilWrap, 8 - untilWrap, 0])
    var seen: [UInt64] = []
    let first = ring.consumer.visit { span in for index in span.indices { seen.append(span[index]) }
    }
    #expect(first == untilWrap)
    ring.consumer.visit { span in for index in span.indices { seen.append(span[index]) } }
    #expect(seen == Array(0..<8))
  }

  @Test("A claim publishes what was appended, however little", arguments: starts)
  func partialClaim(_ start: UInt64) {
    var ring = SPSCRing<Int>(minimumCapacity: 16, startingAt: start)
    let published = ring.producer.claim(upTo: 3) { output in output.append(7) }
    #expect(published == 1)
    let nothing = ring.producer.claim(upTo: 3) { _ in }
    #expect(nothing == 0)
    #expect(ring.consumer.availableCount() == 1)
    #expect(ring.consumer.pop() == 7)
    #expect(ring.consumer.pop() == nil)
  }

  @Test("A claim whose body throws publishes nothing")
  func throwingClaim() {
    var ring = SPSCRing<Int>(minimumCapacity: 4)
    #expect(throws: Stop.self) {
      _ = try ring.producer.claim(upTo: 4) { output throws(Stop) in
        output.append(1)
        throw Stop()
      }
    }
    #expect(ring.consumer.pop() == nil)
    #expect(ring.producer.freeCount() == 4)
  }

  @Test(
    "A visit whose body throws leaves the run in the ring",
    arguments: [OverflowPolicy.wait, .dropNewest, .dropOldest]
  )
  func throwingVisit(_ policy: OverflowPolicy) {
    var ring = SPSCRing<Int>(minimumCapacity: 4, whenFull: policy)
    for number in 0..<4 { ring.producer.push(number) }
    #expect(throws: Stop.self) {
      try ring.consumer.visit(upTo: 3) { _ throws(Stop) in throw Stop() }
    }
    #expect(ring.consumer.availableCount() == 4)
    var seen: [Int] = []
    while let number = ring.consumer.pop() { seen.append(number) }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test("After a visit that threw, the oldest can be dropped again")
  func throwingVisitGivesBack() {
    var ring = SPSCRing<Int>(minimumCapacity: 4, whenFull: .dropOldest)
    for number in 0..<4 { ring.producer.push(number) }
    #expect(throws: Stop.self) {
      try ring.consumer.visit { _ throws(Stop) in throw Stop() }
    }
    #expect(ring.producer.push(4) == .replacedOldest)
    var seen: [Int] = []
    while let number = ring.consumer.pop() { seen.append(number) }
    #expect(seen == [1, 2, 3, 4])
  }

  @Test("Drop newest: the ring keeps what it has", arguments: starts)
  func dropNewest(_ start: UInt64) {
    var ring = SPSCRing<Int>(minimumCapacity: 2, whenFull: .dropNewest, startingAt: start)
    #expect(ring.producer.push(1) == .pushed)
    #expect(ring.producer.push(2) == .pushed)
    #expect(ring.producer.push(3) == .dropped)
    #expect(ring.producer.push(4) == .dropped)
    #expect(ring.consumer.pop() == 1)
    #expect(ring.producer.push(5) == .pushed)
    #expect(ring.consumer.pop() == 2)
    #expect(ring.consumer.pop() == 5)
    #expect(ring.producer.statistics.isLoss(newest: 2))
    #expect(ring.consumer.statistics.isLoss(newest: 2))
  }

  @Test("Drop oldest: the ring keeps the latest", arguments: starts)
  func dropOldest(_ start: UInt64) {
    var ring = SPSCRing<Int>(minimumCapacity: 2, whenFull: .dropOldest, startingAt: start)
    #expect(ring.producer.push(1) == .pushed)
    #expect(ring.producer.push(2) == .pushed)
    for number in 3...9 { #expect(ring.producer.push(number) == .replacedOldest) }
    #expect(ring.consumer.availableCount() == 2)
    #expect(ring.consumer.pop() == 8)
    #expect(ring.producer.push(10) == .pushed)
    #expect(ring.consumer.pop() == 9)
    #expect(ring.consumer.pop() == 10)
    #expect(ring.consumer.pop() == nil)
    #expect(ring.consumer.statistics.isLoss(oldest: 7))
  }

  @Test("While the consumer reads the oldest in place, the newest is dropped", arguments: starts)
  func dropOldestDuringVisit(_ start: UInt64) {
    let ring = SPSCRing<Int>(minimumCapacity: 4, whenFull: .dropOldest, startingAt: start)
    var producer = ring.producer
    var consumer = ring.consumer
    for number in 0..<4 { producer.push(number) }
    consumer.visit(upTo: 1) { span in
      #expect(producer.push(100) == .dropped)
      #expect(producer.push(101) == .dropped)
      #expect(span[0] == 0)
    }
    #expect(producer.push(4) == .pushed)
    #expect(producer.push(5) == .replacedOldest)
    var seen: [Int] = []
    while let number = consumer.pop() { seen.append(number) }
    #expect(seen == [2, 3, 4, 5])
    #expect(producer.statistics.isLoss(newest: 2, oldest: 1))
  }

  @Test("A contended claim is limited, and nothing after it is lost")
  func contendedLimit() {
    typealias Ring = SPSCRing<Int>
    let limit = Ring.Consumer.contendedClaimLimit
    var ring = Ring(minimumCapacity: limit * 4, whenFull: .dropOldest)
    for number in 0..<limit * 2 { ring.producer.push(number) }
    var seen: [Int] = []
    let first = ring.consumer.visit { span in for index in span.indices { seen.append(span[index]) }
    }
    #expect(first == limit)
    ring.consumer.visit { span in for index in span.indices { seen.append(span[index]) } }
    #expect(seen == Array(0..<limit * 2))
  }

  @Test(
    "Random operations agree with an array",
    arguments: [OverflowPolicy.wait, .dropNewest, .dropOldest],
    starts
  )
  func againstArray(_ policy: OverflowPolicy, _ start: UInt64) {
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let capacity = 1 << random.below(5)
      var ring = SPSCRing<Int>(minimumCapacity: capacity, whenFull: policy, startingAt: start)
      var model: [Int] = []
      var newest: UInt64 = 0
      var oldest: UInt64 = 0
      var next = 0
      for step in 0..<300 {
        switch random.below(6) {
        case 0, 1:
          next += 1
          if policy == .wait {
            let rejected = ring.producer.tryPush(next)
            #expect((rejected == nil) == (model.count < capacity), "seed \(seed), step \(step)")
            if model.count < capacity { model.append(next) }
          } else {
            let result = ring.producer.push(next)
            var expected = PushResult.pushed
            if model.count == capacity, policy == .dropNewest {
              expected = .dropped
              newest += 1
            } else {
              if model.count == capacity {
                model.removeFirst()
                expected = .replacedOldest
                oldest += 1
              }
              model.append(next)
            }
            #expect(result == expected, "seed \(seed), step \(step)")
          }
        case 2:
          var wanted = random.below(capacity + 2)
          let published = ring.producer.claim(upTo: wanted) { output in
            while !output.isFull, wanted > 0 {
              next += 1
              wanted -= 1
              output.append(next)
            }
          }
          model += (next - published + 1)..<(next + 1)
          #expect(model.count <= capacity, "seed \(seed), step \(step)")
        case 3:
          let popped = ring.consumer.pop()
          #expect(popped == model.first, "seed \(seed), step \(step)")
          if popped != nil { model.removeFirst() }
        case 4:
          var seen: [Int] = []
          let visited = ring.consumer.visit(upTo: random.below(capacity + 2)) { span in
            for index in span.indices { seen.append(span[index]) }
          }
          #expect(visited == seen.count)
          #expect(seen == Array(model.prefix(visited)), "seed \(seed), step \(step)")
          model.removeFirst(visited)
        default:
          #expect(ring.producer.freeCount() == capacity - model.count, "seed \(seed), step \(step)")
          #expect(ring.consumer.availableCount() == model.count, "seed \(seed), step \(step)")
        }
      }
      let statistics = ring.producer.statistics
      #expect(statistics.droppedNewest == newest, "seed \(seed)")
      #expect(statistics.droppedOldest == oldest, "seed \(seed)")
    }
  }
}
