public import KymoCore

/// The machine's share in a result.
public struct LoadPlatform: Sendable, Equatable {
  /// Where the threads were to run.
  public var cores: LoadCores
  /// On how many cores the process was allowed to run; nil if unknown.
  public var availableCoreCount: Int?
  /// Whether the generator was kept on its core.
  public var generatorIsPinned = false
  /// Whether the dispatcher was kept on its core.
  public var dispatcherIsPinned = false
  /// The time of one look at the clock, in ns; every measured time contains one.
  public var timerFloorNanoseconds = 0.0
  /// The time that measuring takes of the dispatching thread for each event that comes alone, in ns: looks at
  /// the clock before and after it, and counting; nil if that was not tried.
  ///
  /// If one event in so many is timed it is the mean. Events that are taken together share a look.
  public var measuringNanoseconds: Double?
  /// How long the dispatching thread was ready to run and had no core during the run, in ns; nil if it is not known.
  public var dispatcherDelayNanoseconds: Int64?

  /// Says where the threads of a run are to be.
  ///
  /// - Parameters:
  ///   - cores: as they were asked for.
  ///   - available: how many cores the process may use; nil if that is not known.
  public init(cores: LoadCores, available: Int?) {
    self.cores = cores
    availableCoreCount = available
  }

  /// The time of one look at `clock` in ns: the fastest of 16 rounds of 1,024 looks.
  public static func timerFloor(of clock: some NanosecondClock) -> Double {
    var best = Int64.max
    for _ in 0..<16 {
      let start = clock.now
      var end = start
      for _ in 0..<1024 { end = clock.now }
      best = min(best, end - start)
    }
    return Double(best) / 1024
  }
}
