/// Runs every event through the stages of its command and tells a sink what came of it.
///
/// The rules are those of the QuickConnect framework, with its mistakes mended: validation stops at the
/// first `exit`; business results are seen by later business handlers and by views; a business `exit`
/// ends the request before the views; an error ends it and runs the error stage; nothing ends in silence.
@frozen public struct Dispatcher<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// The commands.
  public let table: CommandTable
  /// The sink that is told of outcomes.
  public var sink: Sink
  @usableFromInline var exchange: Exchange
  @usableFromInline var batch = BatchExchange()
  @usableFromInline let counts: UnsafeOutcomeCounts
  @usableFromInline var nextIndex: UInt64 = 0

  /// How many events were dispatched so far.
  @inlinable public var dispatchedCount: UInt64 { nextIndex }

  /// How many events were passed to the sink and not dispatched: those of ``CommandTable/passedCommand``.
  public internal(set) var passedCount: UInt64 = 0

  /// Takes the table and the sink; after this nothing is allocated.
  public init(table: consuming CommandTable, sink: consuming Sink) {
    counts = UnsafeOutcomeCounts(rows: table.planCount)
    exchange = Exchange(
      textCapacity: table.decoder?.textCapacity ?? 1 << 16,
      raisesTexts: Sink.mayRaise
    )
    self.table = table
    self.sink = sink
  }

  /// Lets go of everything but the sink.
  public consuming func takeSink() -> Sink { sink }

  /// Lets go of everything but the table, whose handlers keep their state.
  public consuming func takeTable() -> CommandTable { table }

  /// How many requests of `command` ended as `status`; 0 for a command that is not in the table.
  public func count(_ command: CommandID, _ status: OutcomeStatus) -> UInt64 {
    guard Int(command.rawValue) < table.planCount else { return 0 }
    return counts.count(Int(command.rawValue), status)
  }

  /// Dispatches the raised events that are due before `timestamp`, which no input will precede any more, and lets the
  /// sink take its turns.
  ///
  /// Inputs do so by themselves; this is for a time without any.
  @inlinable public mutating func advance(to timestamp: Int64) {
    if Sink.takesTurns, min(sink.nextTurn, nextRaised) < timestamp {
      let arena = exchange.arena
      takeTurns(before: timestamp)
      if exchange.arena !== arena { exchange.arena = arena }
    }
    dispatchRaised(before: timestamp)
  }

  /// Lets the sink take the turns that lie before a time, between the raised events, which go first at one time; what
  /// follows must give the arena of the inputs back.
  @usableFromInline mutating func takeTurns(before timestamp: Int64) {
    while true {
      let (turn, raised) = (sink.nextTurn, exchange.raiser.events.nextTime)
      guard min(turn, raised) < timestamp else { return }
      if raised <= turn {
        sink.willDispatch(0)
        dispatchNextRaised()
      } else {
        takeTurn(at: turn)
      }
    }
  }

  /// Lets the sink, or its ``TurnTaker``, take a turn, and raise what comes of it.
  ///
  /// - Parameter turn: the time, in ns. Everything before it, and at it, was dispatched.
  @inlinable public mutating func takeTurn(at turn: Int64) {
    if Sink.hasTurnTaker, let taker = sink.turnTaker(at: turn) {
      return wake(at: taker.takeTurn(at: turn, in: &self))
    }
    wake(at: sink.takeTurn(at: turn))
  }

  /// Dispatches a call in the midst of a turn, before anything else.
  ///
  /// - Parameters:
  ///   - command: from the table's names.
  ///   - timestamp: when, in ns: after everything that was dispatched, by ``Event/precedes(_:)``, and before
  ///     everything that is still to come.
  ///   - source: who speaks. Its events are numbered here, so it must be nobody else's.
  ///   - tag: see ``PayloadReference/tag``.
  ///   - message: the text, at most ``SinkRaiser/maximumTextBytes``; it is copied.
  /// - Returns: its number among the events of the source.
  /// - Throws: ``HandlerError/tooLong``; ``HandlerError/unavailable`` if too many events wait, or if the run is over.
  public mutating func dispatchAtOnce(
    _ command: CommandID,
    at timestamp: Int64,
    source: SourceID,
    tag: UInt32 = 0,
    message: RawSpan
  ) throws(HandlerError) -> UInt32 {
    // Whoever calls so ends by itself: it is no chain of events that raise each other.
    exchange.raiser.events.chain = 0
    let raised = try exchange.raiser.raise(command, exactlyAt: timestamp, source, tag, message)
    let arena = exchange.arena
    while exchange.raiser.events.holds(raised) {
      sink.willDispatch(0)
      dispatchNextRaised()
    }
    if exchange.arena !== arena { exchange.arena = arena }
    return raised.sequence
  }

  @inlinable mutating func dispatchRaised(before timestamp: Int64) {
    guard exchange.raiser.events.hasNext(before: timestamp) else { return }
    sink.willDispatch(0)
    let arena = exchange.arena
    while exchange.raiser.events.hasNext(before: timestamp) { dispatchNextRaised() }
    if exchange.arena !== arena { exchange.arena = arena }
  }

  /// The time of the next raised event, in ns; the last time of all if none waits.
  public var nextRaised: Int64 { exchange.raiser.events.nextTime }

  /// Lets the sink raise events while nothing arrives: a page whose timer is due, say.
  ///
  /// - Parameter timestamp: the time in ns; what is raised lies strictly after it. Everything before it, and at
  ///   it, was dispatched.
  @inlinable public mutating func wake(at timestamp: Int64) {
    guard Sink.mayRaise else { return }
    exchange.raiser.answered = timestamp
    sink.respond(&exchange.raiser)
  }

  /// Dispatches the raised events that still wait, each at its time; nothing can be raised any more.
  ///
  /// Call it after the last input, so that no request remains without its outcome.
  @inlinable public mutating func finish() {
    exchange.raiser.events.isFinished = true
    dispatchRaised(before: .max)
    // Those at the largest timestamp, which lies before nothing.
    guard exchange.raiser.events.count > 0 else { return }
    sink.willDispatch(0)
    let arena = exchange.arena
    while exchange.raiser.events.count > 0 { dispatchNextRaised() }
    if exchange.arena !== arena { exchange.arena = arena }
  }
}
