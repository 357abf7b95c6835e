/// One step of a command: subclass it, override ``handle(_:)``, and map it to a command and a stage.
///
/// A handler may keep state in properties: one dispatcher calls it, from one thread, in the order of the
/// events. It must not look at the wall clock, at random numbers or at anything else that is not in the
/// exchange, or the replay will differ from the recording.
///
///     final class Magnitude: Handler {
///       override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
///         let a = exchange.event.payload.acceleration
///         try exchange.append(.number((a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()))
///         return .proceed
///       }
///     }
open class Handler {
  /// Makes a handler.
  public init() {}

  /// Handles one event.
  ///
  /// - Parameter exchange: the event, the results so far, and the reply to be.
  /// - Returns: whether to go on.
  /// - Throws: a ``HandlerError``, which ends the request as ``OutcomeStatus/failed`` and runs the error
  ///   stage.
  open func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict { .proceed }
}
