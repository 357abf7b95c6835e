import Testing

@testable import KymoPoll

@Suite("Waiting for descriptors") struct PollerTests {
  @Test("Who rings is heard once, under its token, until it rings again") func ringing() throws {
    let poller = try Poller(capacity: 4)
    let first = try WakeCounter()
    let second = try WakeCounter()
    try poller.add(first.descriptor, token: 7, for: .input)
    try poller.add(second.descriptor, token: 1 << 40, for: .input)
    #expect(poller.wait(nanoseconds: 0) == 0)
    second.ring()
    #expect(poller.wait(nanoseconds: 10_000_000_000) == 1)
    #expect(poller[0].token == 1 << 40 && poller[0].isReadable)
    #expect(!poller[0].isEnded && !poller[0].isBroken && !poller[0].isWritable)
    #expect(poller.wait(nanoseconds: 0) == 0)
    second.clear()
    second.ring()
    first.ring()
    #expect(poller.wait(nanoseconds: 0) == 2)
  }

  @Test("Room is told of only to who asked for it") func room() throws {
    let poller = try Poller(capacity: 4)
    let counter = try WakeCounter()
    try poller.add(counter.descriptor, token: 1)
    #expect(poller.wait(nanoseconds: 0) == 1)
    #expect(poller[0].isWritable && !poller[0].isReadable)
  }

  @Test("What is no descriptor is refused") func refusal() throws {
    let poller = try Poller(capacity: 1)
    #expect(throws: PollError.self) { try poller.add(-1, token: 0) }
  }

  @Test("Who waits for a counter goes on at once if it was rung, and else when its time is up")
  func waiting() throws {
    let counter = try WakeCounter()
    let clock = ContinuousClock()
    let began = clock.now
    counter.wait(nanoseconds: 20_000_001)
    #expect(began.duration(to: clock.now) >= .milliseconds(20))
    counter.ring()
    // Nobody takes it back: whoever comes next does not wait, either.
    for _ in 0..<3 { counter.wait(nanoseconds: 3_600_000_000_000) }
    #expect(began.duration(to: clock.now) < .seconds(600))
    counter.clear()
    counter.wait(nanoseconds: 0)
    counter.wait(nanoseconds: -1)
  }

  @Test("A wait ends when its time is up") func time() throws {
    let poller = try Poller(capacity: 1)
    let clock = ContinuousClock()
    let began = clock.now
    #expect(poller.wait(nanoseconds: 20_000_000) == 0)
    #expect(began.duration(to: clock.now) >= .milliseconds(19))
  }
}
