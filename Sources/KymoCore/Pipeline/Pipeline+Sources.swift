extension Pipeline where Sink: ~Copyable {
  /// Adds a stamped lane for a source.
  ///
  /// - Parameters:
  ///   - capacity: how many events fit at least.
  ///   - arenaBytes: how many bytes of messages fit at least; a single message may take half of it.
  ///   - policy: what happens to an event that does not fit.
  /// - Returns: the source's end.
  public mutating func addLane(
    minimumCapacity capacity: Int,
    arenaBytes: Int = 0,
    whenFull policy: OverflowPolicy = .wait
  ) -> EventQueue.Producer {
    let queue = EventQueue(
      minimumCapacity: capacity,
      arenaBytes: arenaBytes,
      whenFull: policy
    )
    add(queue.consumer)
    return queue.producer
  }

  /// Adds a live lane for a source.
  ///
  /// - Parameters:
  ///   - capacity: how many events fit at least.
  ///   - arenaBytes: how many bytes of messages fit at least; a single message may take half of it.
  ///   - policy: what happens to an event that does not fit.
  /// - Returns: the source's end.
  public mutating func addLiveLane(
    minimumCapacity capacity: Int,
    arenaBytes: Int = 0,
    whenFull policy: OverflowPolicy = .wait
  ) -> EventQueue.Producer {
    let queue = EventQueue(
      minimumCapacity: capacity,
      arenaBytes: arenaBytes,
      whenFull: policy
    )
    addLive(queue.consumer)
    return queue.producer
  }

  /// Drives a source and this pipeline in turns on the calling thread, to the end of the source.
  ///
  /// The same source makes the same steps every time. Other lanes are served too, but not driven: if one of
  /// them stalls the source's, this waits for ever.
  ///
  /// - Parameters:
  ///   - source: what produces.
  ///   - producer: the end of one of this pipeline's lanes; it is finished afterwards.
  ///   - clock: what the source waits on; with a ``VirtualClock`` no wait takes any time.
  ///   - shouldStop: asked after every step of the source.
  /// - Returns: whether it came to its end.
  /// - Throws: what the source throws, after everything that it had pushed was dispatched.
  @discardableResult
  public mutating func play<Source: EventSource & ~Copyable>(
    _ source: inout Source,
    into producer: inout EventQueue.Producer,
    clock: any NanosecondClock = VirtualClock(),
    shouldStop: () -> Bool = { false }
  ) throws(Source.Failure) -> End {
    var driver = SourceDriver(source, into: producer, clock: clock)
    run(&driver, shouldStop: { $0.isDrained && ($0.isOver || shouldStop()) })
    let (isOver, failure) = (driver.isOver, driver.failure)
    driver.stop()
    drain()
    source = driver.source
    producer = driver.producer
    if let failure { throw failure }
    return isOver ? .finished : .stopped
  }
}
