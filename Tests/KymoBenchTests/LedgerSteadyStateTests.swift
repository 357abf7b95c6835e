import KymoCore
import Testing

@testable import KymoBench
import KymoBenchFixtures
import KymoTestSupport

/// What the dispatching thread does for a measurement, once the run has begun.
@Suite("The ledger in the steady state") struct LedgerSteadyStateTests {
  @Test(
    "a million events are measured, sampled or kept as slow without an allocation",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer"),
    arguments: [(1, 0), (1, 100), (64, 0)]
  )
  func allocations(sampleInterval: Int, tailCount: Int) throws {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.sampleInterval = sampleInterval
    configuration.tailCount = tailCount
    let count = 1_000_000
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1_000_000, length: .events(count)),
      configuration: configuration
    )
    let table = try LoadFixture.table(Handler())
    let clock = VirtualClock(startingAt: 1_000_000_000_000)
    var ledger = LatencyLedger(run, table: table, sink: NoSink(), clock: clock)
    let event = LoadFixture.event(1, at: 1)
    let outcome = Outcome(index: 1, status: .completed)
    // A loop by hand: a `for` over a range allocates its coroutine when it is not optimised.
    var number = 0
    func work(until end: Int) {
      while number < end {
        if number % 16 == 0 { ledger.willDispatch(16) }
        // Every event is slower than the one before it, so that each is kept.
        clock.wait(until: clock.now + 2000)
        ledger.record(event, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
        number += 1
      }
    }
    work(until: 1000)
    let made = Allocations.count { work(until: count) }
    #expect(made == 0, "\(made) allocations")
    #expect(ledger.cells.statuses(0).total == Int64(count))
    let slowest = ledger.tail.heap.slowestFirst
    #expect(slowest.map(\.place) == (0..<tailCount).map { count - 1 - $0 })
  }
}
