/// A sink around another one, which is told of whatever the outer one does not define itself.
///
/// A wrapper defines what it is made for, and hands that on if the other is to know of it; the rest goes through.
///
///     struct Counter<Wrapped: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable {
///       var sink: Wrapped
///       var runs = 0
///
///       mutating func willDispatch(_ count: Int) {
///         runs += 1
///         sink.willDispatch(count)
///       }
///     }
public protocol WrappingSink: OutcomeSink, ~Copyable {
  /// The kind of sink within.
  associatedtype Wrapped: OutcomeSink, ~Copyable

  /// The sink within.
  var sink: Wrapped { get set }
}

extension WrappingSink where Self: ~Copyable {
  /// Whether the sink within may raise events.
  @inlinable public static var mayRaise: Bool { Wrapped.mayRaise }

  /// Whether the sink within has turns.
  @inlinable public static var takesTurns: Bool { Wrapped.takesTurns }

  /// Whether the sink within follows the handlers.
  @inlinable public static var followsHandlers: Bool { Wrapped.followsHandlers }

  /// The next turn of the sink within.
  @inlinable public var nextTurn: Int64 { sink.nextTurn }

  /// Hands on.
  @inlinable public mutating func takeTurn(at timestamp: Int64) -> Int64 {
    sink.takeTurn(at: timestamp)
  }

  /// Whether somebody else may take the turns of the sink within.
  @inlinable public static var hasTurnTaker: Bool { Wrapped.hasTurnTaker }

  /// Whoever takes the turn in place of the sink within.
  @inlinable public func turnTaker(at timestamp: Int64) -> (any TurnTaker)? {
    sink.turnTaker(at: timestamp)
  }

  /// Hands on.
  @inlinable public mutating func willDispatch(_ count: Int) { sink.willDispatch(count) }

  /// Hands on.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
    sink.follow(step, of: event)
  }

  /// Hands on.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    sink.record(event, outcome, digest: digest, message: message, reply: reply)
  }

  /// Hands on.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    sink.pass(event, message: message)
  }

  /// Hands on.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) { sink.respond(&raising) }
}
