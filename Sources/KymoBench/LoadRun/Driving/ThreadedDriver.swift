public import KymoCore
public import Synchronization

/// Drives the dispatching side of a load run whose generator has a thread of its own, or is stepped beside it.
@frozen @usableFromInline struct ThreadedDriver: Driver, ~Copyable {
  @usableFromInline var waiter: WaitingDriver
  @usableFromInline let control: LoadControl

  @inlinable init(_ strategy: WaitStrategy, _ control: LoadControl) {
    waiter = WaitingDriver(strategy, upTo: LoadRun.maximumRun)
    self.control = control
  }

  @inlinable var longestRun: Int { waiter.longestRun }

  @inlinable mutating func dispatched(_ count: Int, total: UInt64) {
    waiter.dispatched(count, total: total)
  }

  @inlinable mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    waiter.idle(&pipeline, until: promised)
  }

  // What was raised is still to come, even if nothing was left in the queue.
  @inlinable mutating func stop() { control.isStopped.store(true, ordering: .relaxed) }
}
