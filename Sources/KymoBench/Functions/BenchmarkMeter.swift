public import KymoCore

/// Measures how long one iteration of a function takes.
///
/// A warm-up finds out how many iterations make a batch that is long beside the step of the clock, and beside the cost of
/// reading it. Then batches are timed until the duration is over: each gives the time of one iteration.
public struct BenchmarkMeter: Sendable {
  /// How many batches it takes for a median.
  public static let minimumBatches = 20
  /// How many batches are timed at most.
  public static let maximumBatches = SignTest.maximumCount
  /// How many batches are planned for the duration.
  static let plannedBatches: Int64 = 800
  /// The shortest batch that is aimed at, in ns: 400 times what reading the clock costs.
  static let shortestBatch: Int64 = 10_000
  /// By how much the duration is exceeded at most, to come to ``minimumBatches``.
  static let patience: Int64 = 10

  /// How long is measured, in ns; the warm-up takes a quarter of it more.
  public var durationNanoseconds: Int64

  /// Sets the duration.
  ///
  /// - Parameter durationNanoseconds: how long is measured, in ns; above 0.
  public init(durationNanoseconds: Int64 = 1_000_000_000) {
    precondition(durationNanoseconds > 0, "nothing is measured in no time")
    self.durationNanoseconds = durationNanoseconds
  }

  /// Measures a function on the calling thread.
  ///
  /// - Parameters:
  ///   - benchmark: the function.
  ///   - clock: times every batch.
  ///   - shouldStop: asked after every batch.
  /// - Returns: the times of an iteration, and why they must not be compared if so.
  /// - Throws: what the function threw.
  public func measure(
    _ benchmark: Benchmark,
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false }
  ) throws(BenchmarkError) -> BenchmarkTimes {
    let size = try warmUp(benchmark, clock, shouldStop)
    var batches: [Int64] = []
    batches.reserveCapacity(Self.maximumBatches)
    let delay = DispatcherDelay()
    let start = clock.now
    var now = start
    var isStopped = shouldStop()
    while !isStopped, batches.count < Self.maximumBatches {
      let elapsed = now - start
      let isEnough =
        batches.count >= Self.minimumBatches || elapsed / Self.patience >= durationNanoseconds
      if elapsed >= durationNanoseconds, isEnough { break }
      let begin = clock.now
      try benchmark.run(iterations: size)
      now = clock.now
      batches.append(now - begin)
      isStopped = shouldStop()
    }
    return BenchmarkTimes(
      name: benchmark.name,
      batches: batches,
      of: size,
      elapsedNanoseconds: now - start,
      delayNanoseconds: delay.end(),
      isStopped: isStopped
    )
  }

  /// Calls the function for a while, in batches that grow.
  ///
  /// - Returns: how many iterations make a batch.
  private func warmUp(
    _ benchmark: Benchmark,
    _ clock: some NanosecondClock,
    _ shouldStop: () -> Bool
  ) throws(BenchmarkError) -> Int {
    let goal = Double(max(Self.shortestBatch, durationNanoseconds / Self.plannedBatches))
    let start = clock.now
    var fastest = Double.infinity
    var size = 1
    repeat {
      let begin = clock.now
      try benchmark.run(iterations: size)
      let end = clock.now
      fastest = min(fastest, max(1, Double(end - begin)) / Double(size))
      size = max(1, Int(min(Double(size) * 10, (goal / fastest).rounded())))
    } while clock.now - start < durationNanoseconds / 4 && !shouldStop()
    return size
  }
}
