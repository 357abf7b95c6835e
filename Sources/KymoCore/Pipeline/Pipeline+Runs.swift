extension Pipeline where Sink: ~Copyable {
  /// Makes one round of a run: a step, and what its driver does about it.
  ///
  /// - Parameters:
  ///   - driver: what the run adds.
  ///   - now: see ``step(upTo:now:whileHeld:)``.
  ///   - shouldStop: asked after the round, unless every lane is finished.
  /// - Returns: how the run ended; nil if it goes on.
  @inlinable public mutating func round<Run: Driver & ~Copyable>(
    _ driver: inout Run,
    now: () -> Int64 = { .max },
    shouldStop: (inout Run) -> Bool = { _ in false }
  ) -> End? {
    driver.prepare()
    switch step(upTo: driver.longestRun, now: now, whileHeld: { driver.hold() }) {
    case .dispatched(let count): driver.dispatched(count, total: dispatchedCount)
    case .idle(let promised): driver.idle(&self, until: promised)
    case .finished: return .finished
    }
    return shouldStop(&driver) ? .stopped : nil
  }

  /// Dispatches until every lane is finished, or the run is to stop.
  ///
  /// - Parameters:
  ///   - driver: what the run adds.
  ///   - now: see ``step(upTo:now:whileHeld:)``.
  ///   - shouldStop: asked after every round, so it has to be cheap.
  /// - Returns: whether the lanes are through. Call ``finish(after:)`` afterwards, or ``abandon(waiting:)``.
  @inlinable @discardableResult
  public mutating func run<Run: Driver & ~Copyable>(
    _ driver: inout Run,
    now: () -> Int64 = { .max },
    shouldStop: (inout Run) -> Bool = { _ in false }
  ) -> End {
    driver.begin()
    while true {
      guard let end = round(&driver, now: now, shouldStop: shouldStop) else { continue }
      driver.end()
      return end
    }
  }

  /// Makes a run from its start to its end, one way or the other.
  ///
  /// If the lanes came to their end, what was raised and still waits is dispatched: ``finish(after:)``. If the run was
  /// stopped, its driver lets the sources end, and what they still bring is thrown away: ``abandon(waiting:)``.
  ///
  /// - Parameters:
  ///   - driver: what the run adds.
  ///   - strategy: how it waits for the sources to end.
  ///   - now: see ``step(upTo:now:whileHeld:)``.
  ///   - shouldStop: asked after every round, so it has to be cheap.
  /// - Returns: whether the lanes came to their end, and how many events were thrown away.
  @inlinable @discardableResult
  public mutating func complete<Run: Driver & ~Copyable>(
    _ driver: inout Run,
    waiting strategy: WaitStrategy = .spinThenYield,
    now: () -> Int64 = { .max },
    shouldStop: (inout Run) -> Bool = { _ in false }
  ) -> (end: End, abandonedCount: Int) {
    switch run(&driver, now: now, shouldStop: shouldStop) {
    case .finished:
      finish()
      return (.finished, 0)
    case .stopped:
      driver.stop()
      return (.stopped, abandon(waiting: strategy))
    }
  }

  /// Dispatches until every lane is finished, and waits while there is nothing to do.
  ///
  /// - Parameters:
  ///   - strategy: how it waits.
  ///   - limit: how many events are dispatched in a row at most.
  ///   - now: see ``step(upTo:now:whileHeld:)``.
  ///   - shouldStop: asked after every run of events and all the time while there are none, so it has to be
  ///     cheap.
  ///   - progress: told after every run how many events were dispatched so far.
  /// - Returns: whether the lanes are through. Call ``finish(after:)`` afterwards, or ``abandon(waiting:)``.
  @inlinable @discardableResult
  public mutating func run(
    waiting strategy: WaitStrategy = .spinThenYield,
    upTo limit: Int = .max,
    now: () -> Int64 = { .max },
    shouldStop: () -> Bool = { false },
    progress: (UInt64) -> Void = { _ in }
  ) -> End {
    var driver = WaitingDriver(strategy, upTo: limit)
    return run(
      &driver,
      now: now,
      shouldStop: { driver in
        if driver.hasMoved { progress(driver.total) }
        return shouldStop()
      }
    )
  }

  /// Dispatches what is there, and does not wait.
  ///
  /// - Parameter now: see ``step(upTo:now:whileHeld:)``.
  /// - Returns: whether the lanes are through; if not, there is nothing to do for now.
  @inlinable @discardableResult
  public mutating func drain(now: () -> Int64 = { .max }) -> End {
    var driver = DrainingDriver()
    return run(&driver, now: now, shouldStop: { $0.isIdle })
  }
}
