import KymoBench
import KymoCore
import Synchronization
import Testing

@Suite("Functions that are measured") struct BenchmarkMeterTests {
  private struct Problem: Error {}

  private final class Calls: Sendable {
    let count = Atomic(0)

    func add() { count.add(1, ordering: .relaxed) }
  }

  /// A function that takes so long, in virtual ns.
  private func function(_ clock: VirtualClock, _ cost: Int64) -> Benchmark {
    Benchmark("work") { clock.wait(until: clock.now + cost) }
  }

  @Test("Figures are of one iteration, however small beside a batch", arguments: [1, 7, 5000])
  func iteration(cost: Int64) throws {
    let clock = VirtualClock()
    let meter = BenchmarkMeter(durationNanoseconds: 1_000_000)
    let times = try meter.measure(function(clock, cost), clock: clock)
    let expected = Double(cost)
    #expect(times.fastest == expected && times.slowest == expected && times.median == expected)
    #expect(times.interval == expected...expected && times.processes == 1)
    #expect(abs((times.trimmedMean ?? 0) - expected) < 1e-9)
    #expect(times.batches >= BenchmarkMeter.minimumBatches)
    // A batch is 10 µs here.
    let batch = Double(times.iterations / times.batches) * expected
    #expect(9_000...11_000 ~= batch)
  }

  @Test("A slow function gets the batches that a median takes, within ten times the duration")
  func slow() throws {
    let clock = VirtualClock()
    let meter = BenchmarkMeter(durationNanoseconds: 1_000_000)
    let slow = try meter.measure(function(clock, 400_000), clock: clock)
    #expect(slow.batches == 20 && slow.iterations == 20 && slow.median == 400_000)
    let slower = try meter.measure(function(clock, 2_000_000), clock: clock)
    #expect(slower.batches == 5 && slower.median == nil && slower.interval == nil)
    #expect(slower.fastest == 2_000_000)
    let reason = try #require(slower.reasons.first { $0.condition == .measured })
    #expect("\(reason)".hasPrefix("'work' came to 5 batches, and a median takes 20"))
  }

  @Test("What is stopped is INVALID") func stop() throws {
    let clock = VirtualClock()
    var looks = 0
    let times = try BenchmarkMeter().measure(function(clock, 10_000_000), clock: clock) {
      looks += 1
      return looks > 40
    }
    #expect(times.reasons.contains { $0.condition == .complete } && !times.isValid)
  }

  @Test("An error ends it, and is told") func error() {
    let failing = Benchmark("fails") { throw Problem() }
    let expected = BenchmarkError(name: "fails", text: "Problem()")
    #expect(throws: expected) { try BenchmarkMeter().measure(failing) }
    #expect("\(expected)" == "the benchmark 'fails' threw Problem()")
  }

  @Test("It is called as often as it is said") func calls() throws {
    let calls = Calls()
    try Benchmark("counts") { calls.add() }.run(iterations: 12)
    #expect(calls.count.load(ordering: .relaxed) == 12)
  }

  @Test("Several processes have the median of their medians, and its range") func merging() throws {
    let clock = VirtualClock()
    let meter = BenchmarkMeter(durationNanoseconds: 1_000_000)
    let runs = try [30, 10, 20].map { try meter.measure(function(clock, $0), clock: clock) }
    let times = BenchmarkTimes(merging: runs)
    #expect(times.median == 20 && times.interval == 10...30 && times.processes == 3)
    #expect(times.fastest == 10 && times.slowest == 30)
    #expect(times.iterations == runs.reduce(0) { $0 + $1.iterations })
  }

  @Test("The machine's clock gives times above nothing") func machine() throws {
    let numbers = Array(0..<100)
    let meter = BenchmarkMeter(durationNanoseconds: 2_000_000)
    let times = try meter.measure(Benchmark("sum") { numbers.reduce(0, &+) })
    #expect(times.fastest > 0 && times.slowest >= times.fastest)
  }
}
