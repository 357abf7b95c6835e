/// Takes the turns of a sink from outside of it, so that events can be dispatched in the midst of a turn.
///
/// A sink that takes a turn itself cannot be told of an outcome meanwhile. A page whose script calls native code and goes
/// on with the answer needs that: its sink names somebody who takes the turns, ``OutcomeSink/turnTaker(at:)``.
public protocol TurnTaker: AnyObject {
  /// Takes a turn: see ``OutcomeSink/takeTurn(at:)``.
  ///
  /// - Parameters:
  ///   - timestamp: the time of the turn, in ns.
  ///   - dispatcher: whose sink it is; ``Dispatcher/dispatchAtOnce(_:at:source:tag:message:)`` may be called.
  /// - Returns: the time that the turn has; what is raised after it lies strictly after that.
  func takeTurn<Sink: OutcomeSink & ~Copyable>(
    at timestamp: Int64,
    in dispatcher: inout Dispatcher<Sink>
  ) -> Int64
}
