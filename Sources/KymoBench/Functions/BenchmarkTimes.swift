/// How long one iteration of a function takes: figures of batches, each divided by its iterations.
public struct BenchmarkTimes: Sendable, Equatable {
  /// The name of the benchmark.
  public let name: String
  /// How many iterations were timed.
  public package(set) var iterations = 0
  /// In how many batches.
  public package(set) var batches = 0
  /// The time of an iteration in the fastest batch, in ns: what the function takes if nothing disturbs it.
  public package(set) var fastest = 0.0
  /// The median in ns, of several processes that of their medians; nil below ``BenchmarkMeter/minimumBatches``.
  public package(set) var median: Double?
  /// Where the median lies, in ns: with 95 % of certainty, or between those of all processes if there are several.
  public package(set) var interval: ClosedRange<Double>?
  /// The mean between the 5th and the 95th percentile in ns; nil below ``BenchmarkMeter/minimumBatches``.
  public package(set) var trimmedMean: Double?
  /// The time of an iteration in the slowest batch, in ns.
  public package(set) var slowest = 0.0
  /// How many processes measured it.
  public package(set) var processes = 1
  /// Why the figures must not be compared; empty if they may.
  public package(set) var reasons: [InvalidReason] = []

  /// Starts with nothing measured.
  package init(name: String) { self.name = name }

  /// Sums up batches.
  ///
  /// - Parameters:
  ///   - name: the name of the benchmark.
  ///   - batches: how long each took, in ns.
  ///   - size: how many iterations each had; above 0.
  ///   - elapsedNanoseconds: how long all took, in ns.
  ///   - delayNanoseconds: how long the thread was ready and had no core, in ns; nil if nobody knows.
  ///   - isStopped: whether somebody stopped it.
  init(
    name: String,
    batches: [Int64],
    of size: Int,
    elapsedNanoseconds: Int64,
    delayNanoseconds: Int64?,
    isStopped: Bool
  ) {
    self.init(name: name)
    let times = batches.sorted().map { Double($0) / Double(size) }
    iterations = batches.count * size
    self.batches = batches.count
    fastest = times.first ?? 0
    slowest = times.last ?? 0
    if isStopped {
      reasons.append(.reported(.complete, "'\(name)' was stopped after \(batches.count) batches"))
    }
    if times.count >= BenchmarkMeter.minimumBatches {
      median = times.median
      let rank = SignTest.rank(count: times.count, error: 0.025)
      interval = times[rank - 1]...times[times.count - rank]
      let kept = times[times.count / 20..<times.count - times.count / 20]
      trimmedMean = kept.reduce(0, +) / Double(kept.count)
    } else if !isStopped {
      let few =
        "'\(name)' came to \(times.count) batches, and a median takes \(BenchmarkMeter.minimumBatches)"
      reasons.append(.reported(.measured, few + "; a longer --duration has more"))
    }
    let preempted = InvalidReason.preempted(
      for: delayNanoseconds,
      of: elapsedNanoseconds,
      limit: LoadConfiguration().dispatcherDelayShare
    )
    if let text = preempted?.preemption(of: "'\(name)'") { reasons.append(.reported(.core, text)) }
  }

  /// The same of several processes, each of which measured it.
  ///
  /// - Parameter runs: what each measured, of one benchmark.
  /// - Precondition: there is one at least.
  package init(merging runs: [BenchmarkTimes]) {
    precondition(!runs.isEmpty, "nothing was measured")
    self.init(name: runs[0].name)
    let medians = runs.compactMap(\.median)
    let means = runs.compactMap(\.trimmedMean)
    iterations = runs.reduce(0) { $0 + $1.iterations }
    batches = runs.reduce(0) { $0 + $1.batches }
    fastest = runs.map(\.fastest).min() ?? 0
    slowest = runs.map(\.slowest).max() ?? 0
    processes = runs.count
    reasons = runs.flatMap(\.reasons)
    guard medians.count == runs.count, means.count == runs.count else { return }
    median = medians.median
    trimmedMean = means.reduce(0, +) / Double(means.count)
    if runs.count == 1 {
      interval = runs[0].interval
    } else if let low = medians.min(), let high = medians.max() {
      interval = low...high
    }
  }

  /// Whether the figures may be compared with those of another run.
  public var isValid: Bool { reasons.isEmpty }
}
