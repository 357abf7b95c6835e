import KymoCore
import KymoTestSupport
import Testing

/// Elements that cannot be copied: each is destroyed once, wherever it was when the ring went away.
@Suite("Ring ownership") struct RingOwnershipTests {
  @Test(
    "Every element is destroyed exactly once",
    arguments: [OverflowPolicy.wait, .dropNewest, .dropOldest],
    SPSCRingTests.starts
  )
  func balance(_ policy: OverflowPolicy, _ start: UInt64) {
    for seed in 0..<8 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let balance = Balance()
      var made = 0
      do {
        var ring = SPSCRing<Token>(
          minimumCapacity: 1 << random.below(4),
          whenFull: policy,
          startingAt: start
        )
        for _ in 0..<100 {
          switch random.below(5) {
          case 0, 1:
            let token = Token(number: made, balance: balance)
            made += 1
            if policy == .wait {
              _ = ring.producer.tryPush(token)
            } else {
              ring.producer.push(token)
            }
          case 2:
            let fails = random.once(in: 3)
            let before = made
            let published = try? ring.producer.claim(upTo: 3) { output throws(Stop) in
              while !output.isFull {
                output.append(Token(number: made, balance: balance))
                made += 1
              }
              if fails { throw Stop() }
            }
            #expect(published == nil || published == made - before, "seed \(seed)")
          case 3:
            _ = ring.consumer.pop()
          default:
            let fails = random.once(in: 2)
            _ = try? ring.consumer.visit(upTo: 3) { span throws(Stop) in
              for index in span.indices where span[index].number >= made {
                Issue.record("no token")
              }
              if fails { throw Stop() }
            }
          }
        }
      }
      #expect(balance.isEven(made), "seed \(seed): \(made) made, \(balance.deathCount) destroyed")
    }
  }

  @Test(
    "What is left in the ring is destroyed with it, and not before",
    arguments: SPSCRingTests.starts
  )
  func leftBehind(_ start: UInt64) {
    let balance = Balance()
    do {
      var ring = SPSCRing<Token>(minimumCapacity: 4, startingAt: start)
      for number in 0..<3 { ring.producer.push(Token(number: number, balance: balance)) }
      if let token = ring.consumer.pop() {
        let number = token.number
        #expect(number == 0)
        #expect(balance.deathCount == 0)
        _ = consume token
      }
      #expect(balance.deathCount == 1)
    }
    #expect(balance.isEven(3))
  }

  @Test("A run that a throwing visit had claimed is destroyed with the ring")
  func claimedThenLeft() {
    let balance = Balance()
    do {
      var ring = SPSCRing<Token>(minimumCapacity: 4, whenFull: .dropOldest)
      for number in 0..<6 { ring.producer.push(Token(number: number, balance: balance)) }
      #expect(throws: Stop.self) {
        try ring.consumer.visit(upTo: 2) { _ throws(Stop) in throw Stop() }
      }
      #expect(balance.deathCount == 2)
    }
    #expect(balance.isEven(6), "\(balance.deathCount) of 6 destroyed")
  }

  @Test("The memory outlives whichever end goes first")
  func oneEndGone() {
    let balance = Balance()
    let ring = SPSCRing<Token>(minimumCapacity: 4)
    var producer = ring.producer
    var consumer = ring.consumer
    producer.push(Token(number: 0, balance: balance))
    producer.push(Token(number: 1, balance: balance))
    _ = consume producer
    _ = consumer.pop()
    #expect(balance.deathCount == 1)
    _ = consume consumer
    #expect(balance.isEven(2))
  }
}
