// SAFETY: events are read through a span that the caller keeps for the length of the call; a pointer to them is
// used in that call alone. Plans and handlers are those of the table that the dispatcher owns; a command id is
// checked against the number of plans before it indexes anything. A handler is taken for a closure only where the
// table has found that it is one.
extension Dispatcher where Sink: ~Copyable {
  /// Dispatches events one after the other.
  ///
  /// - Parameters:
  ///   - events: in the order of ``Event/precedes(_:)``, continuing the previous call.
  ///   - arena: where the messages of these events lie.
  /// - Complexity: O(events), without allocation, beside the handlers.
  @inlinable @inline(never)
  public mutating func dispatch(_ events: Span<Event>, arena: PayloadArena) {
    sink.willDispatch(events.count)
    if arena !== exchange.arena { exchange.arena = arena }
    // Locals, because the compiler must assume that a handler writes to every field of ours.
    let plans = unsafe table.plans
    let planCount = table.planCount
    // The loop stands outside of the closure, which would be a function apart.
    let buffer = unsafe events.withUnsafeBufferPointer { unsafe $0 }
    guard var event = buffer.baseAddress else { return }
    let end = unsafe event + buffer.count
    while unsafe event < end {
      if Sink.takesTurns { unsafe takeTurns(before: event) }
      if unsafe exchange.raiser.events.due < event.pointee.timestamp {
        unsafe dispatchRaised(before: event)
      }
      let row = unsafe Int(event.pointee.command.rawValue)
      let plan = unsafe plans + (row < planCount ? row : 0)
      if unsafe plan.pointee.batch != 0 {
        unsafe event = dispatchBatch(event, end, plan)
      } else {
        unsafe dispatchOne(event, plan)
        unsafe event += 1
      }
    }
  }

  @inlinable @inline(never) @unsafe
  mutating func takeTurns(before event: UnsafePointer<Event>) {
    let time = unsafe event.pointee.timestamp
    guard min(sink.nextTurn, nextRaised) < time else { return }
    let arena = exchange.arena
    takeTurns(before: time)
    if exchange.arena !== arena { exchange.arena = arena }
  }

  @inlinable @inline(never) @unsafe
  mutating func dispatchRaised(before event: UnsafePointer<Event>) {
    let arena = exchange.arena
    while unsafe exchange.raiser.events.hasNext(before: event.pointee) { dispatchNextRaised() }
    if exchange.arena !== arena { exchange.arena = arena }
  }

  /// Dispatches the raised event that is next; what follows must give the arena of the inputs back.
  @inlinable mutating func dispatchNextRaised() {
    exchange.raiser.events.takeNext()
    let event = unsafe UnsafePointer(exchange.raiser.events.current)
    if unsafe event.pointee.kind.isReference, exchange.arena !== exchange.raiser.events.arena {
      exchange.arena = exchange.raiser.events.arena
    }
    let row = unsafe Int(event.pointee.command.rawValue)
    let plan = unsafe table.plans + (row < table.planCount ? row : 0)
    if unsafe plan.pointee.batch != 0 {
      _ = unsafe dispatchBatch(event, event + 1, plan)
    } else {
      unsafe dispatchOne(event, plan)
    }
  }

  @inlinable @inline(always) @unsafe
  mutating func dispatchOne(_ event: UnsafePointer<Event>, _ plan: UnsafePointer<CommandPlan>) {
    unsafe exchange.eventPointer = event
    exchange.appended = 0
    exchange.replyKind = .none
    // One comparison: a sample goes the longer way with the messages.
    guard unsafe event.pointee.kind.isDirect else { return unsafe dispatchMessage(event, plan) }
    unsafe runStages(event, plan, hasMessage: false)
  }

  /// The way of an event with a message or of a sample, apart from that of the usual sensors.
  @inlinable @inline(never) @unsafe
  mutating func dispatchMessage(_ event: UnsafePointer<Event>, _ plan: UnsafePointer<CommandPlan>) {
    exchange.repliesLater = false
    if unsafe event.pointee.kind == .message { unsafe follow(.decoder, event) }
    if unsafe event.pointee.kind == .message,
      let error = unsafe exchange.decode(table.decoderReference)
    {
      return unsafe refuse(event, plan, error)
    }
    unsafe runStages(event, plan, hasMessage: event.pointee.kind.isReference)
  }

  @inlinable @inline(always) @unsafe mutating func runStages(
    _ event: UnsafePointer<Event>,
    _ plan: UnsafePointer<CommandPlan>,
    hasMessage: Bool
  ) {
    // The handlers of validate, business and view lie in a row: one loop runs all three stages.
    var handler = unsafe table.handlers + Int(plan.pointee.validate)
    let end = unsafe table.handlers + Int(plan.pointee.error)
    if unsafe plan.pointee.isOfClosures {
      while unsafe handler < end {
        let answer = unsafe callClosure(handler)
        if answer != 0 { return unsafe stop(event, plan, handler, answer) }
        unsafe handler += 1
      }
    } else {
      while unsafe handler < end {
        let answer = unsafe call(handler)
        if answer != 0 { return unsafe stop(event, plan, handler, answer) }
        unsafe handler += 1
      }
    }
    unsafe follow(.outcome, event)
    counts.increment(unsafe plan.pointee.counter)
    // Apart, so that no address of the outcome is taken here, and a sink that looks at a part of it costs that part.
    let hasTexts = hasMessage ? true : exchange.replyKind == .text
    if hasTexts { return unsafe tellTexts(event, plan, hasMessage: hasMessage) }
    let outcome = unsafe makeOutcome(plan)
    nextIndex &+= 1
    unsafe sink.record(event.pointee, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
    unsafe letRespond(event)
  }

  /// The outcome of a request that nothing stopped.
  @inlinable @inline(always) @unsafe
  func makeOutcome(_ plan: UnsafePointer<CommandPlan>) -> Outcome {
    unsafe Outcome(
      index: nextIndex,
      status: plan.pointee.status,
      replyKind: exchange.replyKind,
      // Without a reply the payload is still that of an earlier event.
      reply: exchange.replyKind == .none ? Payload() : exchange.replyPayload
    )
  }

  /// Tells the sink of a request that nothing stopped, with the texts that there are.
  @inlinable @inline(never) @unsafe mutating func tellTexts(
    _ event: UnsafePointer<Event>,
    _ plan: UnsafePointer<CommandPlan>,
    hasMessage: Bool
  ) {
    var outcome = unsafe makeOutcome(plan)
    if hasMessage { outcome.isReplyLater = exchange.repliesLater }
    nextIndex &+= 1
    unsafe tellTexts(event, outcome)
  }

  /// Tells the sink of an outcome.
  @inlinable @inline(always) @unsafe mutating func tell(
    _ event: UnsafePointer<Event>,
    _ outcome: borrowing Outcome,
    hasMessage: Bool
  ) {
    let hasTexts = hasMessage ? true : outcome.replyKind == .text
    if hasTexts { return unsafe tellTexts(event, outcome) }
    unsafe sink.record(event.pointee, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
    unsafe letRespond(event)
  }

  /// Tells the sink of an outcome with the texts that there are.
  @inlinable @inline(never) @unsafe
  mutating func tellTexts(_ event: UnsafePointer<Event>, _ outcome: borrowing Outcome) {
    let message = unsafe exchange.message(of: event)
    let reply = unsafe exchange.text(of: outcome)
    unsafe sink.record(
      event.pointee,
      outcome,
      digest: 0,
      message: RawSpan(_unsafeBytes: message),
      reply: RawSpan(_unsafeBytes: reply)
    )
    unsafe letRespond(event)
  }

  /// Lets the sink raise events, if it is one of those that do.
  @inlinable @inline(always) @unsafe mutating func letRespond(_ event: UnsafePointer<Event>) {
    guard Sink.mayRaise else { return }
    unsafe exchange.raiser.answered = event.pointee.timestamp
    sink.respond(&exchange.raiser)
  }

  /// Tells the sink what comes next, if it is one of those that follow.
  @inlinable @inline(always) @unsafe
  mutating func follow(_ step: HandlingStep, _ event: UnsafePointer<Event>) {
    if Sink.followsHandlers { unsafe sink.follow(step, of: event.pointee) }
  }

  /// Tells the sink which handler comes next.
  @inlinable @inline(always) @unsafe
  mutating func follow(_ handler: UnsafePointer<Unmanaged<Handler>>) {
    guard Sink.followsHandlers else { return }
    // Shifted, since a difference of pointers is divided with regard to its sign.
    let bytes = unsafe UInt(bitPattern: handler) &- UInt(bitPattern: table.handlers)
    let place = unsafe Int(bitPattern: bytes / UInt(MemoryLayout<Unmanaged<Handler>>.stride))
    unsafe follow(.handler(place), exchange.eventPointer)
  }

  /// Calls a handler: 0 to proceed, 1 to exit, 65,536 + the code of the error that it threw.
  @inlinable @inline(always) @unsafe
  mutating func call(_ handler: UnsafePointer<Unmanaged<Handler>>) -> UInt32 {
    unsafe follow(handler)
    // The table owns the handler, so that no reference is counted here.
    return unsafe handler.pointee._withUnsafeGuaranteedRef { handler in
      do throws(HandlerError) {
        return UInt32(try handler.handle(&exchange).rawValue)
      } catch {
        return 0x10000 | UInt32(error.code)
      }
    }
  }

  /// Calls a handler that is known to be a closure, with one call in place of two; answers as ``call(_:)``.
  @inlinable @inline(always) @unsafe
  mutating func callClosure(_ handler: UnsafePointer<Unmanaged<Handler>>) -> UInt32 {
    unsafe follow(handler)
    return unsafe handler.pointee._withUnsafeGuaranteedRef { handler in
      // The table has looked at its class.
      let closure = unsafe unsafeDowncast(handler, to: ClosureHandler.self)
      do throws(HandlerError) {
        return UInt32(try closure.run(&exchange).rawValue)
      } catch {
        return 0x10000 | UInt32(error.code)
      }
    }
  }

  /// The end of a request whose text cannot be decoded.
  @inlinable @inline(never) @unsafe mutating func refuse(
    _ event: UnsafePointer<Event>,
    _ plan: UnsafePointer<CommandPlan>,
    _ error: HandlerError
  ) {
    unsafe follow(.outcome, event)
    counts.increment(unsafe plan.pointee.counter, .malformed)
    let outcome = Outcome(
      index: nextIndex,
      status: .malformed,
      stage: .validate,
      errorCode: error.code
    )
    nextIndex &+= 1
    unsafe tellTexts(event, outcome)
  }

  /// The cold half of a request: a handler did not say `proceed`.
  @inlinable @inline(never) @unsafe mutating func stop(
    _ event: UnsafePointer<Event>,
    _ plan: UnsafePointer<CommandPlan>,
    _ handler: UnsafePointer<Unmanaged<Handler>>,
    _ answer: UInt32
  ) {
    var outcome = Outcome(index: nextIndex, status: unsafe plan.pointee.status)
    unsafe runErrorStage(&outcome, plan, handler - UnsafePointer(table.handlers), answer)
    if exchange.replyKind != .none {
      outcome.replyKind = exchange.replyKind
      outcome.reply = exchange.replyPayload
    }
    unsafe follow(.outcome, event)
    counts.increment(unsafe plan.pointee.counter, outcome.status)
    nextIndex &+= 1
    if unsafe event.pointee.kind.isReference { outcome.isReplyLater = exchange.repliesLater }
    unsafe tell(event, outcome, hasMessage: event.pointee.kind.isReference)
  }

  /// Finds out how a request ended and runs the error stage if it calls for that.
  @usableFromInline @unsafe mutating func runErrorStage(
    _ outcome: inout Outcome,
    _ plan: UnsafePointer<CommandPlan>,
    _ position: Int,
    _ answer: UInt32
  ) {
    let start: Int
    (outcome.stage, start) = unsafe place(of: position, plan)
    let failed = answer > 1
    if !failed && outcome.stage == .view {
      return  // The last view wanted: not a failure, and the outcome is that of a full run.
    }
    outcome.handler = UInt8(truncatingIfNeeded: position - start)
    if failed {
      let error = HandlerError(code: UInt16(truncatingIfNeeded: answer))
      outcome.status = .failed
      outcome.errorCode = error.code
      exchange.thrown = error
    } else if outcome.stage == .business {
      outcome.status = .exited
      if !table.afterExit.isEmpty { unsafe runAfterExit(plan) }
      return
    } else {
      outcome.status = .validationFailed
      exchange.thrown = nil
    }
    // The error stage: an error in it, or an `exit`, ends it and changes nothing else.
    var next = unsafe Int(plan.pointee.error)
    let end = unsafe Int(plan.pointee.end)
    while unsafe next < end && call(table.handlers + next) == 0 { next += 1 }
    exchange.thrown = nil  // No handler of a later event may see it.
  }

  /// Runs what the map put after a business `exit`, with neither parameters nor results to see.
  @unsafe private mutating func runAfterExit(_ plan: UnsafePointer<CommandPlan>) {
    exchange.appended = 0
    exchange.parameters.reset()
    for handler in unsafe table.afterExit[plan - UnsafePointer(table.plans)] {
      guard unsafe call(table.handlers + handler) == 0 else { return }
    }
  }

  @usableFromInline @unsafe
  func place(of position: Int, _ plan: UnsafePointer<CommandPlan>) -> (Stage, Int) {
    if unsafe position < Int(plan.pointee.business) {
      return unsafe (.validate, Int(plan.pointee.validate))
    }
    if unsafe position < Int(plan.pointee.view) {
      return unsafe (.business, Int(plan.pointee.business))
    }
    return unsafe (.view, Int(plan.pointee.view))
  }

  /// Hands an event to the sink that no handler is to see.
  @usableFromInline @unsafe mutating func pass(_ event: UnsafePointer<Event>) -> UnsafePointer<
    Event
  > {
    passedCount &+= 1
    let message = unsafe exchange.message(of: event)
    unsafe sink.pass(event.pointee, message: RawSpan(_unsafeBytes: message))
    return unsafe event + 1
  }

  /// Dispatches a run of events of one command that has a batch handler, or an event that has none.
  ///
  /// - Returns: the event after the run.
  @inlinable @inline(never) @unsafe mutating func dispatchBatch(
    _ first: UnsafePointer<Event>,
    _ end: UnsafePointer<Event>,
    _ plan: UnsafePointer<CommandPlan>
  ) -> UnsafePointer<Event> {
    if unsafe plan.pointee.batch == CommandPlan.passed {
      if unsafe first.pointee.command == table.passedCommand { return unsafe pass(first) }
      unsafe dispatchOne(first, plan)
      return unsafe first + 1
    }
    let length = unsafe runLength(first, end)
    batch.begin(length, at: nextIndex)
    unsafe batch.events = first
    unsafe follow(.batch, first)
    let handler = unsafe table.batches[Int(plan.pointee.batch) - 1]
    unsafe handler._withUnsafeGuaranteedRef { handler in
      do throws(HandlerError) { try handler.handle(&batch) } catch { batch.failAll(error) }
    }
    unsafe follow(.outcome, first)
    nextIndex &+= UInt64(length)
    unsafe tellBatch(first, length, plan.pointee.counter)
    return unsafe first + length
  }

  /// How many events from `first` on are of its command, and no raised event lies before them: as many as one call to a
  /// batch handler gets.
  @inlinable @inline(__always) @unsafe
  func runLength(_ first: UnsafePointer<Event>, _ end: UnsafePointer<Event>) -> Int {
    let available = unsafe min(end - first, Sink.mayRaise ? 1 : BatchExchange.maximumEvents)
    let (command, due) = unsafe (first.pointee.command, exchange.raiser.events.due)
    var length = 1
    while unsafe length < available && first[length].command == command
      && first[length].timestamp <= due
    {
      length += 1
    }
    return length
  }

  /// Counts the outcomes of a run, and tells the sink.
  @inlinable @inline(always) @unsafe
  mutating func tellBatch(_ first: UnsafePointer<Event>, _ length: Int, _ counter: UInt32) {
    var index = 0
    while index < length {
      if !Sink.mayRaise {
        let end = batch.endOfCompleted(from: index)
        unsafe Self.tellCompleted(&sink, first, batch.outcomes, index, end)
        // Once for all of them: of a counter that every event adds to, each would wait for the one before.
        counts.add(end - index, to: counter, .completed)
        index = end
        guard index < length else { return }
      }
      batch.clearWithoutReply(index)
      counts.increment(counter, unsafe batch.outcomes[index].status)
      let event = unsafe first + index
      unsafe tell(event, batch.outcomes[index], hasMessage: event.pointee.kind.isReference)
      index += 1
    }
  }

  /// Tells a sink of requests that were completed without any text.
  ///
  /// A function of its own, whose sink nothing else can lead to and in which nothing comes between one request and the
  /// next: a small sink stays in registers all the while.
  @inlinable @inline(never) @unsafe static func tellCompleted(
    _ sink: inout Sink,
    _ events: UnsafePointer<Event>,
    _ outcomes: UnsafePointer<Outcome>,
    _ start: Int,
    _ end: Int
  ) {
    var index = start
    while index < end {
      unsafe sink.record(
        events[index],
        outcomes[index],
        digest: 0,
        message: RawSpan(),
        reply: RawSpan()
      )
      index += 1
    }
  }
}
