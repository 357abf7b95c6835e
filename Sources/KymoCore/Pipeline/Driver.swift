/// Drives a ``Pipeline``: all that one run adds to the loop that every run shares.
///
/// The loop is ``Pipeline/run(_:now:shouldStop:)``; one round of it is ``Pipeline/round(_:now:shouldStop:)``, with which a
/// test steps through a run on a ``VirtualClock``. The clock and the condition to stop are given to these, so that they can
/// be closures that do not escape. A driver defines what it needs; what it does not define does nothing.
public protocol Driver: ~Copyable {
  /// How many events are dispatched in a row at most; at least 1.
  var longestRun: Int { get }

  /// Called once, before the first round of a run.
  mutating func begin()

  /// Called before each step: who makes events on this thread pushes them now.
  mutating func prepare()

  /// Called after events were dispatched and before their slots are given back.
  mutating func hold()

  /// Called after a step that dispatched something.
  ///
  /// - Parameters:
  ///   - count: how many events.
  ///   - total: how many in all so far.
  mutating func dispatched(_ count: Int, total: UInt64)

  /// Called after a step that found nothing to do: who waits does so here, and not for ever.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline, which is idle.
  ///   - promised: up to when no event will come, in ns: see ``Sequencer/Progress/idle(until:)``.
  mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  )

  /// Called once, after the last round of a run.
  mutating func end()

  /// Lets the sources end after a run was stopped, before what they still bring is thrown away.
  mutating func stop()
}

extension Driver where Self: ~Copyable {
  /// As many as are there.
  @inlinable public var longestRun: Int { .max }

  /// Does nothing.
  @inlinable public mutating func begin() {}

  /// Does nothing.
  @inlinable public mutating func prepare() {}

  /// Does nothing.
  @inlinable public mutating func hold() {}

  /// Does nothing.
  @inlinable public mutating func dispatched(_ count: Int, total: UInt64) {}

  /// Does nothing.
  @inlinable public mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {}

  /// Does nothing.
  @inlinable public mutating func end() {}

  /// Does nothing.
  @inlinable public mutating func stop() {}
}
