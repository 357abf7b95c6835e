import KymoBenchFixtures
import KymoCore
import KymoHistogram
import Synchronization
import Testing

@testable import KymoBench

@Suite("A live view") struct LiveTests {
  private func layout() throws -> HistogramLayout {
    try #require(HistogramLayout(lowest: 1, highest: 3_600_000_000_000, significantDigits: 1))
  }

  @Test("A second is what came since the one before") func tally() throws {
    let layout = try layout()
    var tally = LiveTally(layout: layout, sampleInterval: 10)
    var counts = [Int64](repeating: 0, count: layout.bucketCount)
    counts[layout.index(of: 100)] = 2000
    let first = tally.second(at: 1_000_000_000, counts, drops: 0)
    #expect(first.rate == 20_000 && first.drops == 0 && first.elapsedNanoseconds == 1_000_000_000)
    #expect(first.p50 == layout.highestEquivalent(of: 100) && first.p99 == first.p50)
    counts[layout.index(of: 90_000)] = 30
    let second = tally.second(at: 1_500_000_000, counts, drops: 7)
    #expect(second.rate == 600 && second.drops == 7)
    #expect(second.p50 == layout.highestEquivalent(of: 90_000) && second.p99 == nil)
    let third = tally.second(at: 2_500_000_000, counts, drops: nil)
    #expect(third.rate == 0 && third.p50 == nil)
    #expect(tally.second(at: 3_500_000_000, nil, drops: 7).rate == nil)
  }

  @Test("The counts of a timeline are read from outside") func reader() throws {
    let plan = try ArrivalPlan.constant(rate: 1000, length: .events(1000))
    var timeline = TimelineCounts(plan)
    var reader = UnsafeTimelineReader(timeline.window)
    let empty = reader.counts()
    #expect(empty?.allSatisfy { $0 == 0 } == true)
    for due in 0..<1000 as Range<Int64> { timeline.record(500, due: due * 1_000_000) }
    let read = reader.counts()
    let counts = try #require(read)
    let index = timeline.layout.index(of: 500)
    #expect(counts[index] == 1000 && counts.reduce(0, +) == 1000)
    // An address at which nothing is does no harm.
    let nowhere = TimelineWindow(layout: timeline.layout, intervalCount: 32, address: 8)
    var lost = UnsafeTimelineReader(nowhere)
    let nothing = lost.counts()
    #expect(nothing == nil)
  }

  /// What is told, by a thread of its own.
  private final class Told: Sendable {
    let seconds = Mutex<[LiveSecond]>([])
  }

  @Test("A run tells how it goes on, and nothing after its end") func run() throws {
    let told = Told()
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    configuration.overflow = .dropNewest
    configuration.live = { second in told.seconds.withLock { $0.append(second) } }
    let run = try LoadRun(
      LoadFixture.workload(100),
      plan: .constant(rate: 2000, length: .nanoseconds(2_300_000_000)),
      configuration: configuration
    )
    let result = run.run(table: try LoadFixture.table(Handler()))
    let seconds = told.seconds.withLock { $0 }
    #expect(seconds.count >= 1 && result.overall.count > 0)
    let first = try #require(seconds.first)
    #expect(first.drops != nil && first.elapsedNanoseconds >= 1_000_000_000)
    #expect(try #require(first.rate) > 0)
    let total = seconds.compactMap(\.rate).reduce(0, +)
    #expect(total <= 2 * 4600, "no more than there were")
  }
}
