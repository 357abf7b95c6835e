import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
@testable import KymoReport
import KymoBenchFixtures

@Suite("The timeline of a run") struct TimelineTests {
  @Test("an event counts where it was due, with its time") func stall() throws {
    // 10,000 events 1 ms apart, 10 µs each; event 5,000 takes 200 ms.
    let result = try LoadFixture.simulate(
      count: 10_000,
      cost: 10_000,
      stalled: 5000,
      stall: 200_000_000
    ) { _ in }
    let timeline = result.measured.timeline
    #expect(timeline.intervals.count == 32)
    #expect(timeline.intervalNanoseconds == 9_999_000_000 / 32 + 1)
    #expect(timeline.intervals.reduce(0) { $0 + $1.count } == 10_000)
    let place = Int(5_000_000_000 / timeline.intervalNanoseconds)
    #expect(timeline.intervals.map(\.max).max() == 200_000_000)
    #expect(timeline.intervals[place].max == 200_000_000)
    #expect(timeline.intervals[place + 1].max == 10_000, "the queue was empty again by then")
    // Of 313 events there is no p99.
    #expect(timeline.intervals.allSatisfy { $0.p50 != nil && $0.p99 == nil })
    #expect(timeline.intervals[0].p50 == 10_000, "the maximum bounds what one digit rounds up")
  }

  @Test("the warm-up is in it, though it is not measured") func warmUp() throws {
    let result = try LoadFixture.simulate(count: 1000, cost: 1000, stalled: 3, stall: 9_000_000) {
      $0.warmUp = .events(500)
    }
    #expect(result.overall.count == 500)
    #expect(result.measured.timeline.intervals.reduce(0) { $0 + $1.count } == 1000)
    #expect(result.measured.timeline.intervals[0].max == 9_000_000)
    let html = ExportFormat.html.text(of: result, ExportSample.context)
    #expect(html.contains(">warm-up, not counted</text>"))
    // What is not counted is no tail either.
    #expect(!html.contains("class=\"stem\" x1"))
  }

  @Test("its size is bounded, and an interval has enough events for a p99") func size() throws {
    for (count, intervals) in [(1, 32), (64_000, 32), (100_000, 50), (1_000_000, 256)] {
      let plan = try ArrivalPlan.constant(rate: 1e6, length: .events(count))
      let counts = TimelineCounts(plan)
      #expect(counts.intervalCount == intervals)
      #expect(counts.layout.bucketCount <= 640)
    }
  }

  @Test("gaps, the ends of time and times out of range") func edges() throws {
    // 32 intervals of 1 s and 1 ns.
    let plan = try ArrivalPlan.constant(rate: 1, length: .events(33))
    var counts = TimelineCounts(plan)
    counts.record(-5, due: 0)
    counts.record(.max, due: 10_000_000_000)
    counts.record(7, due: 31_000_000_031)
    counts.record(8, due: .max)
    let timeline = counts.summary
    #expect(timeline.intervalNanoseconds == 1_000_000_001)
    #expect(timeline.intervals[0] == TimelineInterval(count: 1, p50: nil, p99: nil, max: 0))
    #expect(timeline.intervals[9] == TimelineInterval(count: 1, p50: nil, p99: nil, max: .max))
    #expect(timeline.intervals[31] == TimelineInterval(count: 2, p50: nil, p99: nil, max: 8))
    #expect(timeline.intervals.reduce(0) { $0 + $1.count } == 4)
  }
}
