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
/// The samples of a sensor are a stream: how evenly they come is counted as well, from the same look.
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
  /// Where measuring begins, as far as is known.
  @usableFromInline var warmUp: Int
  /// The same for the generator; nil if it is fixed.
  @usableFromInline let warmUpEnd: WarmUpEnd?
  /// What looks for the end of the warm-up; nil if it is fixed.
  @usableFromInline var watch: StabilityWatch?
  /// Whether events can be lost, so that the order of dispatch is not the place in the plan.
  @usableFromInline let isLossy: Bool
  /// The start of the run on its clock.
  @usableFromInline var start: Int64 = 0

  @usableFromInline let rows: UnsafeMutablePointer<UInt16>
  @usableFromInline let rowCount: Int
  @usableFromInline let cells: UnsafeMutablePointer<LatencyCell>
  /// The commands that are sent or raised, ascending; each has one cell.
  @usableFromInline let commands: [CommandID]
  @usableFromInline let histograms: [CommandHistograms]
  /// When each event was pushed; nil if there is no schedule.
  @usableFromInline let pushTimes: PushTimes?
  @usableFromInline let lateness: UnsafeMutablePointer<Int64>?
  /// For each of `commands` that only sensors send: by how much gaps between samples deviated.
  @usableFromInline let jitters: [Histogram?]
  /// The response time in ns beyond which an event missed its deadline.
  @usableFromInline let deadline: Int64
  /// How many inputs were dispatched.
  @usableFromInline var inputCount = 0
  /// The response times over the run, those of the warm-up among them.
  @usableFromInline var timeline: TimelineCounts
  /// The requests whose replies may still come.
  @usableFromInline var requests: PendingRequests?

  /// When the latest event was done.
  @usableFromInline var previous: Int64 = 0
  @usableFromInline var measuredCount = 0
  /// The next event that can come, if some may be lost.
  @usableFromInline var expected = PlanCursor()

  /// Makes room for the commands of `run`'s events, of which `table` knows `knownCount`.
  ///
  /// Without a shared end the warm-up is of fixed length.
  @usableFromInline
  init(
    _ run: LoadRun,
    table: borrowing CommandTable,
    sink: consuming Sink,
    clock: Clock,
    warmUp: WarmUpEnd? = nil,
    pushTimes: PushTimes? = nil
  ) {
    let knownCount = table.names.count
    self.sink = consume sink
    self.clock = clock
    workload = run.workload
    plan = run.plan
    self.warmUp = warmUp?.index ?? run.warmUpCount
    warmUpEnd = warmUp
    watch = warmUp == nil ? nil : run.makeWatch()
    isLossy = run.configuration.overflow != .wait
    deadline = run.configuration.deadlineNanoseconds ?? .max
    timeline = TimelineCounts(run.plan)
    rowCount = knownCount + 1
    // Row 0 is the unknown command: all ids beyond the table are counted there.
    var isSent = Array(repeating: false, count: rowCount)
    var isStream = Array(repeating: true, count: rowCount)
    isStream[0] = false
    for event in run.workload.events {
      let id = Int(event.command.rawValue)
      isSent[id < rowCount ? id : 0] = true
      if !event.source.isSensor { isStream[id < rowCount ? id : 0] = false }
    }
    for row in isStream.indices where !isSent[row] { isStream[row] = false }
    for command in table.raisedCommands { isSent[Int(command.rawValue)] = true }
    if workload.longestMessage != nil { requests = PendingRequests() }
    commands = isSent.indices.filter { isSent[$0] }.map { CommandID(rawValue: UInt16($0)) }
    histograms = commands.map { _ in CommandHistograms() }
    self.pushTimes = pushTimes
    unsafe lateness = pushTimes?.lateness
    jitters = commands.map { isStream[Int($0.rawValue)] ? LoadRun.makeHistogram() : nil }
    unsafe rows = .allocate(capacity: rowCount)
    unsafe rows.initialize(repeating: 0, count: rowCount)
    unsafe cells = .allocate(capacity: commands.count)
    for (index, command) in commands.enumerated() {
      unsafe rows[Int(command.rawValue)] = UInt16(index)
      unsafe (cells + index).initialize(
        to: LatencyCell(histograms[index], jitter: jitters[index])
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

  /// How many of the measured events of the command at `index` of `commands` missed the deadline.
  func missed(_ index: Int) -> Int64 {
    precondition(commands.indices.contains(index))
    return unsafe cells[index].missed
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
    let response = now &- start &- due
    timeline.record(response, due: due)
    guard isMeasured else {
      if watch != nil && isInput { watchWarmUp(response, index: index) }
      return
    }
    measuredCount += isInput ? 1 : 0
    let cell = unsafe cells + row
    unsafe cell.pointee.record(response: response, service: service)
    if response > deadline { unsafe cell.pointee.missed &+= 1 }
    if isInput {
      unsafe cell.pointee.recordSample(response: response)
      if let lateness = unsafe lateness {
        let slip = unsafe lateness[index]
        unsafe cell.pointee.record(slip: slip, queueing: response &- service &- slip)
      }
    }
    unsafe cell.pointee.statuses[outcome.status] &+= 1
  }

  /// Looks whether the warm-up is over with the event at `index` of the plan.
  @usableFromInline mutating func watchWarmUp(_ response: Int64, index: Int) {
    guard watch?.note(response) == true, let warmUpEnd else { return }
    warmUp = warmUpEnd.move(after: index)
  }

  /// How the warm-up ended, as far as it did.
  var warmUpOutcome: WarmUpOutcome {
    guard let watch else { return .fixed }
    return watch.isStable ? .stable(medians: watch.medians) : .unstable(medians: watch.medians)
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
