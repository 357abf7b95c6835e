import KymoBench
import KymoBenchFixtures
import KymoCore
import Testing

@Suite("Workloads that go on") struct ContinuedWorkloadTests {
  /// The logical times of the events that a run of `count` dispatches.
  private func times(_ workload: Workload, _ count: Int) throws -> [Int64] {
    let clock = VirtualClock()
    let run = try LoadRun(workload, plan: .constant(rate: 1000, length: .events(count)))
    var log = LoadFixture.Log()
    let table = try LoadFixture.table(LoadFixture.Work(clock, cost: 10))
    _ = run.simulate(table: table, sink: &log, clock: clock)
    return log.timestamps
  }

  @Test("Runs that continue each other dispatch what one run would") func parts() throws {
    let workload = try LoadFixture.workload(10)
    let whole = try times(workload, 35)
    try #require(whole.count == 35 && whole == whole.sorted())
    for (first, second) in [(13, 15), (10, 10), (1, 33), (29, 1)] {
      let next = workload.continued(after: first)
      let last = next.continued(after: second)
      let parts =
        try times(workload, first) + times(next, second) + times(last, 35 - first - second)
      #expect(parts == whole, "\(first), \(second)")
      #expect(last.digest == workload.digest, "it is the same recording")
    }
    #expect(try times(workload.continued(after: 0), 35) == whole)
  }

  @Test("Its own timing begins where it does") func timing() throws {
    let workload = try LoadFixture.workload(10)
    let next = workload.continued(after: 23)
    #expect(next.timestamps.count == 10)
    #expect(next.timestamps == next.timestamps.sorted())
    #expect(next.timestamps.first == workload.timestamps[3])
    #expect(next.timestamps.last == workload.timestamps[2] + workload.period)
  }
}
