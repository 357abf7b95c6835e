import KymoBench
import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Testing

@Suite("Stages of the response time") struct StageTests {
  private func histogram(_ times: [Int64], _ layout: HistogramLayout) -> [Int64] {
    let histogram = Histogram(layout: layout)
    for time in times { histogram.record(time) }
    return histogram.recordedBuckets.flatMap { [$0.lowest, $0.count] }
  }

  private func buckets(_ histogram: Histogram) -> [Int64] {
    histogram.recordedBuckets.flatMap { [$0.lowest, $0.count] }
  }

  @Test("What waits behind a stall waits in the queue, to the nanosecond")
  func stall() throws {
    var waits: [Int64] = []
    var done: Int64 = 0
    for index in 0..<2000 {
      let due = Int64(index) * 1_000_000
      let taken = max(due, done)
      waits.append(taken - due)
      done = taken + (index == 100 ? 50_000_000 : 900_000)
    }
    let result = try LoadFixture.simulate(
      count: 2000,
      cost: 900_000,
      stalled: 100,
      stall: 50_000_000
    ) { _ in }
    let command = result.commands[0]
    let layout = command.queueingHistogram.layout
    #expect(buckets(command.queueingHistogram) == histogram(waits, layout))
    #expect(command.slip.count == 2000 && command.slip.max == 0)
    #expect(result.overall.queueing == command.queueing)
  }

  @Test("What a full queue holds up is late, as the generator could not push it")
  func full() throws {
    // 2 ms each, 1 ms apart: from the 17th on each is pushed when the 16th before it is done.
    let result = try LoadFixture.simulate(count: 3000, cost: 2_000_000) { $0.queueCapacity = 16 }
    let command = result.commands[0]
    var late: [Int64] = []
    var waits: [Int64] = []
    for index in 0..<3000 as Range<Int64> {
      let due = index * 1_000_000
      let pushed = max(due, (index - 15) * 2_000_000)
      late.append(pushed - due)
      waits.append(index * 2_000_000 - pushed)
    }
    let layout = command.slipHistogram.layout
    #expect(buckets(command.slipHistogram) == histogram(late, layout))
    #expect(buckets(command.queueingHistogram) == histogram(waits, layout))
  }

  @Test("The stages add up to the response time", arguments: [0, 3, 100])
  func sum(warmUp: Int) throws {
    let result = try LoadFixture.simulate(
      count: 1000,
      cost: 600_000,
      stalled: 200,
      stall: 30_000_000
    ) {
      $0.warmUp = .events(warmUp)
      $0.queueCapacity = 8
    }
    let command = result.commands[0]
    func total(_ histogram: Histogram) -> Double {
      histogram.mean * Double(histogram.totalCount)
    }
    let parts =
      total(command.slipHistogram) + total(command.queueingHistogram)
      + total(command.serviceHistogram)
    let whole = total(command.responseHistogram)
    #expect(abs(parts - whole) <= 0.001 * whole, "three digits each")
    #expect(command.slip.count == command.count && command.queueing.count == command.count)
  }

  @Test("Without a schedule there are no stages")
  func unpaced() throws {
    let clock = VirtualClock()
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 1000, length: .events(1000))
    )
    var sink = NoSink()
    let work = LoadFixture.Work(clock, cost: 1000)
    let result = run.runUnpaced(table: try LoadFixture.table(work), sink: &sink, clock: clock)
    #expect(result.commands[0].slip.count == 0 && result.commands[0].queueing.count == 0)
  }
}
