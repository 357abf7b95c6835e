public import KymoCore
public import KymoHistogram

/// The sink that times every outcome, after the caller's own sink has been told of it.
///
/// One look at the clock per event: the completion of one event is when the next one of its run is
/// taken up. The first event of a batch handler's run therefore carries the service time of the
/// whole run.
///
/// An event that a handler raised counts from when the next input was due, which let it come due; the
/// reply to a request counts from when the request was due, whatever event brings it.
///
/// SAFETY: `rows` has `rowCount` elements and `cells` one for each pair in `histograms`; both are
/// allocated in `init` and freed in `deinit`. A command is checked against `rowCount` before it
/// indexes `rows`, and every element of `rows` was set to the index of a cell in `init`.
@safe @frozen @usableFromInline
struct LatencyLedger<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>:
  OutcomeSink, ~Copyable
{
  /// The caller's sink, until the run is over.
  @usableFromInline var sink: Sink?
  @usableFromInline let clock: Clock
  @usableFromInline let workload: Workload
  @usableFromInline let plan: ArrivalPlan
  @usableFromInline let warmUp: Int
  /// Whether events can be lost, so that the order of dispatch is not the place in the plan.
  @usableFromInline let isLossy: Bool
  /// The start of the run on its clock.
  @usableFromInline var start: Int64 = 0

  @usableFromInline let rows: UnsafeMutablePointer<UInt16>
  @usableFromInline let rowCount: Int
  @usableFromInline let cells: UnsafeMutablePointer<LatencyCell>
  /// The commands that are sent or raised, ascending; each has one cell.
  @usableFromInline let commands: [CommandID]
  @usableFromInline let histograms: [(response: Histogram, service: Histogram, reply: Histogram)]
  /// How many inputs were dispatched.
  @usableFromInline var inputCount = 0
  /// The requests whose replies may still come.
  @usableFromInline var requests: PendingRequests?

  /// When the latest event was done.
  @usableFromInline var previous: Int64 = 0
  @usableFromInline var measuredCount = 0
  /// The next event that can come, if some may be lost.
  @usableFromInline var expected = PlanCursor()

  /// Makes room for the commands of `run`'s events, of which `table` knows `knownCount`.
  @usableFromInline
  init(_ run: LoadRun, table: borrowing CommandTable, sink: consuming Sink, clock: Clock) {
    let knownCount = table.names.count
    self.sink = consume sink
    self.clock = clock
    workload = run.workload
    plan = run.plan
    warmUp = run.warmUpCount
    isLossy = run.configuration.overflow != .wait
    rowCount = knownCount + 1
    // Row 0 is the unknown command: all ids beyond the table are counted there.
    var isSent = Array(repeating: false, count: rowCount)
    for event in run.workload.events {
      let id = Int(event.command.rawValue)
      isSent[id < rowCount ? id : 0] = true
    }
    for command in table.raisedCommands { isSent[Int(command.rawValue)] = true }
    if workload.longestMessage != nil { requests = PendingRequests() }
    commands = isSent.indices.filter { isSent[$0] }.map { CommandID(rawValue: UInt16($0)) }
    histograms = commands.map { _ in
      (LoadRun.makeHistogram(), LoadRun.makeHistogram(), LoadRun.makeHistogram())
    }
    unsafe rows = .allocate(capacity: rowCount)
    unsafe rows.initialize(repeating: 0, count: rowCount)
    unsafe cells = .allocate(capacity: commands.count)
    for (index, command) in commands.enumerated() {
      unsafe rows[Int(command.rawValue)] = UInt16(index)
      unsafe (cells + index).initialize(
        to: LatencyCell(
          response: histograms[index].response,
          service: histograms[index].service,
          reply: histograms[index].reply
        )
      )
    }
  }

  @inlinable deinit {
    unsafe rows.deallocate()
    unsafe cells.deallocate()
  }

  /// How the measured events of the command at `index` of `commands` ended.
  func statuses(_ index: Int) -> StatusCounts {
    precondition(commands.indices.contains(index))
    return unsafe cells[index].statuses
  }

  /// Gives the caller's sink back, once.
  ///
  /// - Precondition: it was not given back before.
  @inlinable mutating func takeSink() -> Sink {
    guard let sink = sink.take() else { preconditionFailure("the sink was given back already") }
    return sink
  }

  @inlinable
  mutating func willDispatch(_ count: Int, arena: PayloadArena, replies: PayloadArena) {
    sink?.willDispatch(count, arena: arena, replies: replies)
    previous = clock.now
  }

  @inlinable mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    sink?.record(event, outcome)
    let now = clock.now
    let service = now &- previous
    previous = now
    let isInput = event.source != .device
    let index: Int
    if isInput {
      index = isLossy ? place(of: copy event) : inputCount
      inputCount += 1
    } else {
      index = min(isLossy ? expected.index : inputCount, plan.count - 1)
    }
    let due = plan.offsets[index]
    let id = Int(event.command.rawValue)
    let row = Int(unsafe rows[id < rowCount ? id : 0])
    let isMeasured = index >= warmUp
    if requests != nil {
      answer(copy event, copy outcome, due: due, row: row, isMeasured: isMeasured, now: now)
    }
    guard isMeasured else { return }
    measuredCount += isInput ? 1 : 0
    let cell = unsafe cells + row
    unsafe cell.pointee.record(response: now &- start &- due, service: service)
    unsafe cell.pointee.statuses[outcome.status] &+= 1
  }

  /// Notes a request, and times the reply that an outcome brings to one.
  @usableFromInline mutating func answer(
    _ event: Event,
    _ outcome: Outcome,
    due: Int64,
    row: Int,
    isMeasured: Bool,
    now: Int64
  ) {
    if event.source == .bridge {
      requests?.note(event.sequence, due: due, row: row, isMeasured: isMeasured)
    }
    guard outcome.replyKind == .text,
      case .request(let sequence) = outcome.reply.textReply.cause,
      let request = requests?.take(sequence), request.isMeasured
    else { return }
    unsafe cells[request.row].record(reply: now &- start &- request.due)
  }

  /// The place in the plan of an event, which is the next that looks like it.
  @usableFromInline mutating func place(of event: Event) -> Int {
    while expected.index < plan.count {
      let index = expected.index
      let candidate = expected.event(in: workload)
      expected.advance(in: workload)
      if candidate.timestamp == event.timestamp && candidate.sequence == event.sequence
        && candidate.source == event.source && candidate.command == event.command
      {
        return index
      }
    }
    preconditionFailure("an event was dispatched that is not in the plan")
  }
}
