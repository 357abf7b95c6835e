/// All stages of a command for a run of its events at once, for work that is faster in bulk.
///
/// A command with a batch handler has no other handlers. The length of the runs depends on timing, so the
/// outcome of an event must not: state goes from event to event, never from run to run.
open class BatchHandler {
  /// Makes a handler.
  public init() {}

  /// Handles a run of consecutive events of one command.
  ///
  /// - Parameter batch: the events, 1 to ``BatchExchange/maximumEvents`` of them, and room for the
  ///   outcome of each, which is "completed, no reply" unless set.
  /// - Throws: a ``HandlerError``, which makes the outcome of every event of the run
  ///   ``OutcomeStatus/failed``; a failure of a single event is set with ``BatchExchange/fail(_:_:)``.
  open func handle(_ batch: inout BatchExchange) throws(HandlerError) {}
}
