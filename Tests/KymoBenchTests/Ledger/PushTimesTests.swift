import Testing

@testable import KymoBench

@Suite("When events under way were due") struct PushTimesTests {
  @Test("a queue and two more fit, and what came later is told from what was before")
  func laps() {
    let memory = PushTimes(capacity: 2046)
    let times = memory.ring
    #expect(times.mask == 2047)
    #expect(times.lateness(of: 0) == nil, "nobody noted it")
    for index in 0..<10_000 { times.note(index, due: Int64(index) * 7, lateness: Int64(index)) }
    for index in 10_000 - 2048..<10_000 {
      #expect(times.due(of: index) == Int64(index) * 7)
      #expect(times.lateness(of: index) == Int64(index))
    }
    #expect(times.lateness(of: 10_000 - 2049) == nil, "it is gone")
    #expect(times.lateness(of: 10_000) == nil, "it is still to come")
    withExtendedLifetime(memory) {}
  }

  @Test("times from 0 to 39 hours are kept") func range() {
    let memory = PushTimes(capacity: 1)
    let times = memory.ring
    for lateness in [0, 1, 1 << 47 - 1] as [Int64] {
      times.note(5, due: .max, lateness: lateness)
      #expect(times.lateness(of: 5) == lateness && times.due(of: 5) == .max)
    }
    times.note(5, due: 0, lateness: -1)
    #expect(times.lateness(of: 5) == 0)
    withExtendedLifetime(memory) {}
  }
}
