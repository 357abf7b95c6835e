/// Something that is told of every outcome, on the dispatching thread, in the order of dispatch.
///
/// Sinks are generic parameters: one that does nothing costs nothing. A sink must not wait, lock or
/// allocate; what takes long is put into a ring, such as a ``TextRing``, and done by another thread.
public protocol OutcomeSink: ~Copyable {
  /// Whether ``respond(_:)`` may raise events.
  ///
  /// If so, batch handlers get one event at a time, so that what is raised after one goes before the next.
  static var mayRaise: Bool { get }

  /// Whether there are moments between events at which the sink does something: a page's timers, say.
  ///
  /// Such a sink may raise events, too: ``mayRaise``.
  static var takesTurns: Bool { get }

  /// Whether it is told what handles an event, before that begins: ``follow(_:of:)``.
  ///
  /// Nothing of it is in the way of an event if not.
  static var followsHandlers: Bool { get }

  /// When its next turn is, in logical ns; the last time of all if none waits. Asked if ``takesTurns``.
  var nextTurn: Int64 { get }

  /// Called when everything before a turn, and the inputs and raised events at its time, was dispatched.
  ///
  /// The events that are to be raised are raised in the ``respond(_:)`` that follows.
  ///
  /// - Parameter timestamp: the time of the turn, in ns.
  /// - Returns: the time that the turn has; what is raised in it lies strictly after that.
  mutating func takeTurn(at timestamp: Int64) -> Int64

  /// Whether somebody else may take its turns: ``turnTaker(at:)``.
  static var hasTurnTaker: Bool { get }

  /// Names the one who takes a turn in place of the sink. Asked if ``hasTurnTaker``.
  ///
  /// - Parameter timestamp: the time of the turn, in ns.
  /// - Returns: who takes it; nil if the sink does: ``takeTurn(at:)``.
  func turnTaker(at timestamp: Int64) -> (any TurnTaker)?

  /// Called before the handlers of a run of consecutive events.
  ///
  /// - Parameter count: how many events the run has; 0 if only raised events follow.
  mutating func willDispatch(_ count: Int)

  /// Called, if ``followsHandlers``, before an event is decoded, before each of its handlers, and after the last.
  ///
  /// - Parameters:
  ///   - step: what comes next.
  ///   - event: of a batch the first.
  mutating func follow(_ step: HandlingStep, of event: borrowing Event)

  /// Called after the handlers of one event.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - outcome: what became of it.
  ///   - digest: that of everything up to this event, if a tracer lies in front of this sink; otherwise 0.
  ///   - message: the bytes that the event refers to; empty if its kind has none. They last as long as the
  ///     call.
  ///   - reply: the text of the reply; empty if ``Outcome/replyKind`` is not ``ReplyKind/text``. It lasts as
  ///     long as the call.
  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  )

  /// Called in place of ``record(_:_:digest:message:reply:)`` for an event that no handler was to see.
  ///
  /// - Parameters:
  ///   - event: an event of a channel that the app does not list.
  ///   - message: the bytes that it refers to; empty if its kind has none.
  mutating func pass(_ event: borrowing Event, message: RawSpan)

  /// Called after each ``record(_:_:digest:message:reply:)``, if ``mayRaise``.
  ///
  /// - Parameter raising: raises events in answer, with their texts.
  mutating func respond(_ raising: inout SinkRaiser)
}

extension OutcomeSink where Self: ~Copyable {
  /// False: most sinks only listen.
  @inlinable public static var mayRaise: Bool { false }

  /// False: most sinks do nothing by themselves.
  @inlinable public static var takesTurns: Bool { false }

  /// False: most sinks are told of outcomes alone.
  @inlinable public static var followsHandlers: Bool { false }

  /// Never.
  @inlinable public var nextTurn: Int64 { .max }

  /// Does nothing.
  @inlinable public mutating func takeTurn(at timestamp: Int64) -> Int64 { timestamp }

  /// False: most sinks have no turns, or take them themselves.
  @inlinable public static var hasTurnTaker: Bool { false }

  /// Nobody.
  @inlinable public func turnTaker(at timestamp: Int64) -> (any TurnTaker)? { nil }

  /// Does nothing.
  @inlinable public mutating func willDispatch(_ count: Int) {}

  /// Does nothing.
  @inlinable public mutating func follow(_ step: HandlingStep, of event: borrowing Event) {}

  /// Does nothing.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {}

  /// Does nothing.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) {}
}
