import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

@Suite("Sensor streams and deadlines") struct StreamTests {
  private func bucket(_ result: LoadResult, _ value: Int64) -> Int64 {
    result.offered.slipHistogram.layout.highestEquivalent(of: value)
  }

  @Test("Missed deadlines are counted exactly")
  func deadline() throws {
    // Event 100 takes 50 ms; the j-th after it takes 50 ms - j · 0.99 ms: those above 10 ms are
    // j = 0...40, as 50 - 40 · 0.99 = 10.4 and 50 - 41 · 0.99 = 9.41.
    func missed(_ deadline: Int64?) throws -> LoadResult {
      try LoadFixture.simulate(count: 1000, cost: 10_000, stalled: 100, stall: 50_000_000) {
        $0.deadlineNanoseconds = deadline
      }
    }
    let result = try missed(10_000_000)
    #expect(result.measured.deadlineNanoseconds == 10_000_000)
    #expect(result.commands.map(\.missedDeadlines) == [41])
    #expect(result.overall.missedDeadlines == 41)
    // Exactly at the deadline is in time, whatever the buckets of the histogram.
    #expect(try missed(50_000_000).overall.missedDeadlines == 0)
    #expect(try missed(49_999_999).overall.missedDeadlines == 1)
    #expect(try missed(9_999).overall.missedDeadlines == 1000)
    #expect(try missed(nil).overall.missedDeadlines == nil)
  }

  @Test("The jitter is what the gaps between samples deviate by")
  func jitter() throws {
    let result = try LoadFixture.simulate(
      count: 1000,
      cost: 10_000,
      stalled: 100,
      stall: 50_000_000
    ) { _ in }
    let stream = try #require(result.commands[0].stream)
    #expect(stream.age == result.commands[0].response)
    let jitter = stream.jitterHistogram
    #expect(stream.jitter.count == 999, "one less than there are samples")
    // The stall comes 49.99 ms late; the 50 behind it, 10 µs apart instead of 1 ms, close up by
    // 990 µs each, and the last one of them by the rest.
    #expect(jitter.count(at: 49_990_000) == 1)
    #expect(jitter.count(at: 990_000) == 50)
    #expect(jitter.count(at: 490_000) == 1)
    #expect(jitter.count(at: 0) == 947)
    #expect(stream.jitter.max == bucket(result, 49_990_000))
    #expect(stream.jitter.p50 == 0)
  }

  @Test("Each sensor is a stream of its own, and calls of a page are none")
  func streams() throws {
    var map = CommandMap()
    let clock = VirtualClock()
    map.business("accel", LoadFixture.Work(clock, cost: 1000))
    map.business("sendloc", LoadFixture.Work(clock, cost: 30_000))
    map.business("call", LoadFixture.Work(clock, cost: 100))
    var events: [Event] = []
    for index in 0..<100 {
      var event = LoadFixture.event(index, at: Int64(index) * 1_000_000)
      if index % 10 == 4 {
        event.command = CommandID(rawValue: 2)
        event.source = .location
      } else if index % 10 == 7 {
        event.command = CommandID(rawValue: 3)
        event.source = .bridge
      }
      events.append(event)
    }
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(10)
    let run = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 1000, length: .events(1000)),
      configuration: configuration
    )
    let result = run.simulate(table: try CommandTable(map), clock: clock)
    #expect(result.commands.map(\.name) == ["accel", "sendloc", "call"])
    #expect(result.commands.map { $0.stream?.age.count } == [792, 99, nil])
    #expect(result.commands.map { $0.stream?.jitter.count } == [791, 98, nil])
    #expect(result.commands[0].stream?.jitter.max == 0, "a fix does not come between samples")
    #expect(result.commands[1].stream?.age.p50 == bucket(result, 30_000))
  }
}
