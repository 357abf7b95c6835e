/// For who looks at every step of a session: one event at a time, those that were raised too.
extension Pipeline where Sink: ~Copyable {
  /// Dispatches the next event, whether it comes from a lane or was raised, and does not wait.
  ///
  /// It is the event that ``step(upTo:now:whileHeld:)`` would dispatch first.
  ///
  /// - Returns: whether there was one; if it is finished, go on with ``finishSingly(after:)``.
  /// - Precondition: no lane is live, and the sink takes no turns.
  @inlinable public mutating func stepSingly() -> Progress {
    precondition(live.count == 0 && !Sink.takesTurns, "only stamped lanes are stepped through")
    let (waiting, promised) = sequencer.horizon()
    // An event that waits is the next one only if no lane can bring another before it.
    if waiting < promised || promised == .max && waiting != .max,
      dispatcher.exchange.raiser.events.due < waiting
    {
      dispatcher.dispatchOneRaised()
      return .dispatched(1)
    }
    return Self.poll(&sequencer, &dispatcher, &floor, 1, .max, {})
  }

  /// Dispatches a run of events before a time, if there are any, and does not wait.
  ///
  /// - Parameters:
  ///   - limit: how many at most; at least 1.
  ///   - end: only events of lanes before this time, in ns.
  /// - Returns: how far it came; idle also where the next event is not before the time.
  @inlinable public mutating func step(upTo limit: Int, before end: Int64) -> Progress {
    Self.poll(&sequencer, &dispatcher, &floor, limit, end, {})
  }

  /// When the next event of a lane is, in ns; nil if none is known.
  @inlinable public var nextTime: Int64? {
    mutating get {
      let (waiting, _) = sequencer.horizon()
      return waiting == .max ? nil : waiting
    }
  }

  /// Dispatches the next of the events that wait after the last input: all of them together are what
  /// ``finish(after:)`` dispatches.
  ///
  /// - Parameter end: raised events before this time, in ns, may still raise others.
  /// - Returns: whether there was one.
  @inlinable public mutating func finishSingly(after end: Int64? = nil) -> Bool {
    if let end, dispatcher.nextRaised < end {
      dispatcher.dispatchOneRaised()
      return true
    }
    dispatcher.exchange.raiser.events.isFinished = true
    guard dispatcher.exchange.raiser.events.count > 0 else { return false }
    dispatcher.dispatchOneRaised()
    return true
  }
}

extension Dispatcher where Sink: ~Copyable {
  /// Dispatches the raised event that is next.
  @inlinable mutating func dispatchOneRaised() {
    sink.willDispatch(0)
    let arena = exchange.arena
    dispatchNextRaised()
    if exchange.arena !== arena { exchange.arena = arena }
  }

  /// The raised events that wait, the next one first.
  public var waitingEvents: [Event] { exchange.raiser.events.waiting }
}
