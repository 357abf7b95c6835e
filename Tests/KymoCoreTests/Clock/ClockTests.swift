import KymoCore
import Testing

/// The three sources of time.
@Suite("Clocks") struct ClockTests {
  @Test("A virtual clock jumps to the deadline, and never back")
  func virtual() {
    let clock = VirtualClock(startingAt: 5)
    #expect(clock.now == 5)
    clock.wait(until: 3_600_000_000_000)
    #expect(clock.now == 3_600_000_000_000)
    clock.wait(until: 7)
    #expect(clock.now == 3_600_000_000_000)
    clock.wait(until: .max)
    #expect(clock.now == .max)
    clock.wait(until: .min)
    #expect(clock.now == .max)
  }

  @Test("A wait on a manual clock ends when another thread has advanced it, not before")
  func manual() {
    let clock = ManualClock(startingAt: -10)
    let (stage, early) = (Counter(), Counter())
    let waiting = JoiningThread {
      for deadline in [0, 50, 100] as [Int64] {
        clock.wait(until: deadline)
        if clock.now < deadline { early.increment() }
        stage.increment()
      }
    }
    // Each advance is short of the deadline, then reaches it: the stage follows, one at a time.
    for (index, step) in ([10, 50, 50] as [Int64]).enumerated() {
      clock.advance(by: step - 1)
      #expect(stage.value == index)
      clock.advance(by: 1)
      while stage.value == index {}
    }
    waiting.join()
    #expect(stage.value == 3)
    #expect(early.value == 0)
    #expect(clock.now == 100)
  }

  @Test("A manual clock cannot be moved back")
  func manualBack() async {
    await #expect(processExitsWith: .failure) { ManualClock().advance(by: -1) }
  }

  @Test("The monotonic clock never goes back, and a wait never ends early")
  func monotonic() {
    let clock = MonotonicClock()
    var last = clock.now
    var backwards = 0
    for _ in 0..<100_000 {
      let now = clock.now
      if now < last { backwards += 1 }
      last = now
    }
    #expect(backwards == 0)
    for nanoseconds in [0, 1, 50_000, 300_000, 2_000_000] as [Int64] {
      let deadline = clock.now + nanoseconds
      clock.wait(until: deadline)
      #expect(clock.now >= deadline)
    }
  }

  @Test("A deadline in the past returns at once", arguments: [.min, -1, 0, 1] as [Int64])
  func past(_ deadline: Int64) {
    MonotonicClock().wait(until: deadline)
    ManualClock(startingAt: 1).wait(until: deadline)
    let clock = VirtualClock(startingAt: 1)
    clock.wait(until: deadline)
    #expect(clock.now == 1)
  }
}
