/// Two sinks one after the other; nest pairs for more.
@frozen
public struct PairSink<First: OutcomeSink & ~Copyable, Second: OutcomeSink & ~Copyable>:
  OutcomeSink, ~Copyable
{
  /// Told first.
  public var first: First
  /// Told second.
  public var second: Second

  /// Joins two sinks.
  @inlinable public init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// Whether one of them may raise events.
  @inlinable public static var mayRaise: Bool { First.mayRaise || Second.mayRaise }

  /// Whether one of them has turns.
  @inlinable public static var takesTurns: Bool { First.takesTurns || Second.takesTurns }

  /// Whether one of them follows the handlers.
  @inlinable public static var followsHandlers: Bool {
    First.followsHandlers || Second.followsHandlers
  }

  /// The next turn of either.
  @inlinable public var nextTurn: Int64 { min(first.nextTurn, second.nextTurn) }

  /// A turn of whom it belongs to, or of both.
  @inlinable public mutating func takeTurn(at timestamp: Int64) -> Int64 {
    var time = timestamp
    if First.takesTurns, first.nextTurn <= timestamp { time = first.takeTurn(at: timestamp) }
    if Second.takesTurns, second.nextTurn <= timestamp {
      time = max(time, second.takeTurn(at: timestamp))
    }
    return time
  }

  /// Whether somebody else may take the turns of one of them.
  @inlinable public static var hasTurnTaker: Bool { First.hasTurnTaker || Second.hasTurnTaker }

  /// Whoever takes the turn in place of the one that it belongs to; the first goes first.
  @inlinable public func turnTaker(at timestamp: Int64) -> (any TurnTaker)? {
    if First.takesTurns, first.nextTurn <= timestamp { return first.turnTaker(at: timestamp) }
    return Second.hasTurnTaker ? second.turnTaker(at: timestamp) : nil
  }

  /// Tells both.
  @inlinable public mutating func willDispatch(_ count: Int) {
    first.willDispatch(count)
    second.willDispatch(count)
  }

  /// Tells whom it concerns.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
    if First.followsHandlers { first.follow(step, of: event) }
    if Second.followsHandlers { second.follow(step, of: event) }
  }

  /// Tells both.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    first.record(event, outcome, digest: digest, message: message, reply: reply)
    second.record(event, outcome, digest: digest, message: message, reply: reply)
  }

  /// Tells both.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    first.pass(event, message: message)
    second.pass(event, message: message)
  }

  /// Lets both raise events.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) {
    if First.mayRaise { first.respond(&raising) }
    if Second.mayRaise { second.respond(&raising) }
  }
}
