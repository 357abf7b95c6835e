/// A sink that may not be there; decided once, when the pipeline is made.
@frozen public struct OptionalSink<Sink: OutcomeSink & ~Copyable>: OutcomeSink, ~Copyable {
  /// The sink, or nil.
  public var sink: Sink?

  /// A sink that is there, or not.
  @inlinable public init(_ sink: consuming Sink?) { self.sink = consume sink }

  /// A sink that is not there.
  @inlinable public static var none: OptionalSink { OptionalSink(nil) }

  /// Whether it may raise events if it is there.
  @inlinable public static var mayRaise: Bool { Sink.mayRaise }

  /// Whether it has turns if it is there.
  @inlinable public static var takesTurns: Bool { Sink.takesTurns }

  /// Whether it follows the handlers if it is there.
  @inlinable public static var followsHandlers: Bool { Sink.followsHandlers }

  /// The sink's next turn.
  @inlinable public var nextTurn: Int64 {
    switch sink {
    case .some(let sink): sink.nextTurn
    case .none: .max
    }
  }

  /// A turn of the sink.
  @inlinable public mutating func takeTurn(at timestamp: Int64) -> Int64 {
    sink?.takeTurn(at: timestamp) ?? timestamp
  }

  /// Whether somebody else may take its turns if it is there.
  @inlinable public static var hasTurnTaker: Bool { Sink.hasTurnTaker }

  /// Whoever takes the turn in place of the sink.
  @inlinable public func turnTaker(at timestamp: Int64) -> (any TurnTaker)? {
    switch sink {
    case .some(let sink): sink.turnTaker(at: timestamp)
    case .none: nil
    }
  }

  /// Takes the sink out, so that it can be finished; nil if it is not there, or not any more.
  @inlinable public mutating func take() -> Sink? { sink.take() }

  /// Tells the sink.
  @inlinable public mutating func willDispatch(_ count: Int) { sink?.willDispatch(count) }

  /// Tells the sink.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
    sink?.follow(step, of: event)
  }

  /// Tells the sink.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    sink?.record(event, outcome, digest: digest, message: message, reply: reply)
  }

  /// Tells the sink.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    sink?.pass(event, message: message)
  }

  /// Lets the sink raise events.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) { sink?.respond(&raising) }
}
