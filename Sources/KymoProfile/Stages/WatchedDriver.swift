public import KymoCore

/// Drives a pipeline whose stages are timed: the time begins and ends with the run, and every round is a look.
@frozen public struct WatchedDriver<Inner: Driver & ~Copyable>: Driver, ~Copyable {
  /// The driver of the pipeline.
  public var inner: Inner
  @usableFromInline let watch: StageWatch

  /// Watches a driver.
  ///
  /// - Parameters:
  ///   - inner: what drives the pipeline.
  ///   - watch: whose handlers the events go through.
  @inlinable public init(_ inner: consuming Inner, _ watch: StageWatch) {
    self.inner = inner
    self.watch = watch
  }

  /// That of the driver within.
  @inlinable public var longestRun: Int { inner.longestRun }

  /// Begins the time, once the driver within is ready.
  @inlinable public mutating func begin() {
    inner.begin()
    watch.begin()
  }

  /// Hands on.
  @inlinable public mutating func prepare() { inner.prepare() }

  /// Hands on.
  @inlinable public mutating func hold() { inner.hold() }

  /// Hands on, and notes a look.
  @inlinable public mutating func dispatched(_ count: Int, total: UInt64) {
    inner.dispatched(count, total: total)
    watch.looked()
  }

  /// Hands on, and notes a look: who waits has looked in vain.
  @inlinable public mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    inner.idle(&pipeline, until: promised)
    watch.looked()
  }

  /// Ends the time, and hands on.
  @inlinable public mutating func end() {
    watch.end()
    inner.end()
  }

  /// Hands on.
  @inlinable public mutating func stop() { inner.stop() }
}
