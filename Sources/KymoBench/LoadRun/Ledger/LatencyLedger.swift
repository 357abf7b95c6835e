public import KymoCore

/// The sink that times every outcome, after the caller's own sink has been told of it.
///
/// One look at the clock per event: the completion of one event is when the next one of its run is
/// taken up. The first event of a batch handler's run therefore carries the service time of the
/// whole run. If only one in so many events is timed, the clock is looked at before it and after it,
/// and the others are counted.
///
/// An event that a handler raised counts from when the next input was due, which let it come due; the
/// reply to a request counts from when the request was due, whatever event brings it.
///
/// The samples of a sensor are a stream: how evenly they come is counted as well, from the same look.
@frozen
public struct LatencyLedger<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>:
  WrappingSink, ~Copyable
{
  /// The caller's sink, until the run is over; what it does in a turn counts as the next event's time, which waits for it.
  public var sink: OptionalSink<Sink>
  /// Looked at once for every event that is timed.
  @usableFromInline let clock: Clock
  /// When events were done.
  @usableFromInline var timer = LapTimer()
  /// Which event of the plan comes next.
  @usableFromInline var position: PlanPosition
  /// Where measuring begins.
  @usableFromInline var warmUp: WarmUpBoundary
  /// Which events are timed.
  @usableFromInline var looks: LookSchedule
  /// The first source whose events need more than counting; the sensors are below it.
  @usableFromInline let carefulSource: UInt8
  /// The counts of each command.
  @usableFromInline var cells: CommandCells
  /// The response times over the run, those of the warm-up among them.
  @usableFromInline var timeline: TimelineCounts
  /// The requests whose replies may still come.
  @usableFromInline var requests: PendingRequests?
  /// How many of the events that were measured had been raised.
  @usableFromInline var raisedCount = 0
  /// The slowest events, if they are asked for.
  @usableFromInline var tail: TailLog

  /// Makes room for the events of `run`, whose warm-up is of fixed length then.
  ///
  /// - Parameters:
  ///   - run: its workload and plan say which events come, and when each was due.
  ///   - table: the commands.
  ///   - sink: told of every outcome before it is timed.
  ///   - clock: looked at before and after each event that is timed.
  public init(
    _ run: LoadRun,
    table: borrowing CommandTable,
    sink: consuming Sink,
    clock: Clock
  ) {
    self.init(run, table: table, sink: sink, clock: clock, warmUp: nil)
  }

  /// Makes room for the events of `run` and the commands of `table`.
  ///
  /// Without a shared end the warm-up is of fixed length.
  @usableFromInline
  init(
    _ run: LoadRun,
    table: borrowing CommandTable,
    sink: consuming Sink,
    clock: Clock,
    warmUp: WarmUpEnd?,
    pushTimes: PushTimes? = nil
  ) {
    self.sink = OptionalSink(sink)
    self.clock = clock
    position = PlanPosition(run, pushTimes)
    self.warmUp = WarmUpBoundary(run, warmUp)
    looks = LookSchedule(run.configuration)
    carefulSource = position.isLossy ? 0 : SourceID.bridge.rawValue
    cells = CommandCells(run, table: table)
    timeline = TimelineCounts(run.plan, sampleInterval: run.configuration.sampleInterval)
    requests = run.workload.longestMessage == nil ? nil : PendingRequests()
    tail = TailLog(capacity: run.configuration.tailCount)
  }

  /// The start of the run on its clock.
  @inlinable var start: Int64 {
    get { timer.start }
    set { timer.start = newValue }
  }

  /// Begins the run's time now; the first event is due after the first offset of the plan.
  @inlinable public mutating func begin() { timer.begin(at: clock.now) }

  /// Gives the caller's sink back, once.
  ///
  /// - Precondition: it was not given back before.
  @inlinable mutating func takeSink() -> Sink {
    guard let sink = sink.take() else { preconditionFailure("the sink was given back already") }
    return sink
  }

  /// Looks at the clock if the first event of the run is timed.
  @inlinable public mutating func willDispatch(_ count: Int) {
    sink.willDispatch(count)
    tail.batch = count
    if position.inputCount > looks.nearbyAt { timer.look(at: clock.now) }
  }

  /// Counts an event, and times it if it is one of those.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    sink.record(event, outcome, digest: digest, message: message, reply: reply)
    let note = LedgerNote(event, outcome, sinkRaises: Sink.mayRaise)
    if position.inputCount < looks.nearbyAt { return count(note) }
    recordNearby(note)
  }

  /// Looks at the clock after an event: because it is timed, or because the next one is.
  @inlinable @inline(never)
  mutating func recordNearby(_ note: LedgerNote) {
    if position.inputCount == looks.nearbyAt {
      countWithCare(note)
      timer.look(at: clock.now)
      return
    }
    let service = timer.lap(at: clock.now)
    let isInput = note.isInput
    let index = position.take(note)
    looks.advance(after: position.inputCount)
    let due = position.due(at: index)
    let cell = cells.cell(of: note)
    let isMeasured = warmUp.isOver(at: index)
    let done = timer.done
    if requests != nil {
      answer(note, due: due, cell: cell, isMeasured: isMeasured, done: done)
    }
    let response = done &- due
    timeline.record(response, due: due)
    if tail.isKept {
      tail.note(
        place: index,
        isInput: isInput,
        row: cell,
        due: due,
        done: done,
        service: service,
        lateness: position.lateness(at: index, isInput: isInput) ?? -1,
        isMeasured: isMeasured
      )
    }
    guard isMeasured else {
      if isInput { warmUp.note(response, at: index) }
      return
    }
    raisedCount &+= isInput ? 0 : 1
    cells.record(cell, response: response, service: service)
    if isInput {
      // Between samples that are only counted there are gaps that nobody knows.
      if !looks.isSampled { cells.recordSample(cell, response: response) }
      if let slip = position.lateness(at: index, isInput: true) {
        cells.record(cell, slip: slip, queueing: response &- service &- slip)
      }
    }
    cells.countStatus(note)
  }

  /// Counts an event that is not timed.
  @inlinable @inline(always)
  mutating func count(_ note: LedgerNote) {
    if note.source.rawValue >= carefulSource || note.replyKind == .text {
      return countWithCare(note)
    }
    let index = position.inputCount
    position.inputCount = index &+ 1
    if warmUp.isOver(at: index) { cells.countStatus(note) }
  }

  /// Counts an event of which more has to be known than that it comes next.
  @inlinable @inline(never)
  mutating func countWithCare(_ note: LedgerNote) {
    let index = position.take(note)
    if !note.isInput { looks.passRaised() }
    let isMeasured = warmUp.isOver(at: index)
    if requests != nil {
      answer(
        note,
        due: position.due(at: index),
        cell: cells.cell(of: note),
        isMeasured: isMeasured,
        done: nil
      )
    }
    guard isMeasured else { return }
    raisedCount += note.isInput ? 0 : 1
    cells.countStatus(note)
  }

  /// Notes a request, and times the reply that an outcome brings to one; without a time, which is in ns
  /// after the start, it only knows that there was one.
  @usableFromInline mutating func answer(
    _ note: LedgerNote,
    due: Int64,
    cell: Int,
    isMeasured: Bool,
    done: Int64?
  ) {
    if note.source == .bridge {
      requests?.note(note.sequence, due: due, row: cell, isMeasured: isMeasured)
    }
    guard let sequence = note.request,
      let request = requests?.take(sequence), request.isMeasured, let done
    else { return }
    cells.record(request.row, reply: done &- request.due)
  }

  /// Looks at the clock after the last event, if that was only counted.
  @inlinable mutating func finish() {
    if looks.isSampled { timer.look(at: clock.now) }
    tail.endPeriod()
  }

  /// Goes back to the first event, with everything that was counted.
  @inlinable mutating func rewind() {
    looks.rewind(by: position.inputCount)
    position.rewind()
  }
}
