public import KymoCore
public import KymoHistogram

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
///
/// SAFETY: `rows` has `rowCount` elements, `statusCounts` eight for each of them, and `cells` one for each
/// pair in `histograms`; all are allocated in `init` and freed in `deinit`. A command is checked
/// against `rowCount` before it indexes `rows` or `statusCounts`, every element of `rows` was set to the
/// index of a cell in `init`, and a status is below eight as it has six values.
@safe @frozen
public struct LatencyLedger<Sink: OutcomeSink & ~Copyable, Clock: NanosecondClock>:
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
  /// How many measured events of each row ended in each way.
  @usableFromInline let statusCounts: UnsafeMutablePointer<Int64>
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
  /// How many of the events that were measured had been raised.
  @usableFromInline var raisedCount = 0
  /// The next event that can come, if some may be lost.
  @usableFromInline var expected = PlanCursor()

  /// The slowest events, if they are asked for.
  @usableFromInline var tail: TailLog
  /// Whether some events are only counted.
  @usableFromInline let isSampled: Bool
  /// How many inputs are dispatched before the clock is looked at again.
  ///
  /// Until then events are only counted; then comes one after which there is a look, and then one that
  /// is timed. If all events are timed it is below every count.
  @usableFromInline var nearbyAt = Int.min
  /// The first source whose events need more than counting; the sensors are below it.
  @usableFromInline let carefulSource: UInt8
  /// Draws the distance to the next event that is timed.
  @usableFromInline var gaps: SampleGaps

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

  /// Begins the run's time now; the first event is due after the first offset of the plan.
  @inlinable public mutating func begin() { start = clock.now }

  /// How many events were timed, those of the warm-up left out.
  public var timedCount: Int64 { histograms.reduce(0) { $0 + $1.service.totalCount } }

  /// How many inputs were measured.
  var measuredCount: Int { Int(countedCount) - raisedCount }

  /// How many events were counted, timed or not, those of the warm-up left out.
  public var countedCount: Int64 {
    commands.indices.reduce(0) { $0 + statuses($1).total }
  }

  /// Makes room for the commands of `run`'s events, of which `table` knows `knownCount`.
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
    let interval = run.configuration.sampleInterval
    timeline = TimelineCounts(run.plan, sampleInterval: interval)
    tail = TailLog(capacity: run.configuration.tailCount)
    gaps = SampleGaps(mean: interval, seed: run.configuration.sampleSeed)
    isSampled = interval > 1
    if isSampled { nearbyAt = gaps.next() - 2 }
    carefulSource = isLossy ? 0 : SourceID.bridge.rawValue
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
    if run.workload.longestMessage != nil { requests = PendingRequests() }
    commands = isSent.indices.filter { isSent[$0] }.map { CommandID(rawValue: UInt16($0)) }
    histograms = commands.map { _ in CommandHistograms() }
    self.pushTimes = pushTimes
    unsafe lateness = pushTimes?.lateness
    jitters = commands.map { isStream[Int($0.rawValue)] ? LoadRun.makeHistogram() : nil }
    unsafe rows = .allocate(capacity: rowCount)
    unsafe rows.initialize(repeating: 0, count: rowCount)
    unsafe statusCounts = .allocate(capacity: 8 * rowCount)
    unsafe statusCounts.initialize(repeating: 0, count: 8 * rowCount)
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
    unsafe statusCounts.deallocate()
  }

  /// How the measured events of the command at `index` of `commands` ended.
  func statuses(_ index: Int) -> StatusCounts {
    let row = Int(commands[index].rawValue)
    precondition(row < rowCount)
    var statuses = StatusCounts()
    for status in OutcomeStatus.allCases {
      statuses[status] = unsafe statusCounts[8 * row + Int(status.rawValue)]
    }
    return statuses
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

  /// Looks at the clock if the first event of the run is timed.
  @inlinable public mutating func willDispatch(_ count: Int) {
    sink?.willDispatch(count)
    tail.batch = count
    if inputCount > nearbyAt { previous = clock.now }
  }

  /// Counts an event, and times it if it is one of those.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    sink?.record(event, outcome, digest: digest, message: message, reply: reply)
    let note = LedgerNote(event, outcome)
    if inputCount < nearbyAt { return count(note) }
    recordNearby(note)
  }

  /// Hands on; an event that no handler saw is not measured.
  @inlinable public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    sink?.pass(event, message: message)
  }

  /// Whether the caller's sink may raise events.
  @inlinable public static var mayRaise: Bool { Sink.mayRaise }

  /// Hands on.
  @inlinable public mutating func respond(_ raising: inout SinkRaiser) { sink?.respond(&raising) }

  /// Looks at the clock after an event: because it is timed, or because the next one is.
  @inlinable @inline(never)
  mutating func recordNearby(_ note: LedgerNote) {
    if inputCount == nearbyAt {
      countWithCare(note)
      previous = clock.now
      return
    }
    let now = clock.now
    let service = now &- previous
    previous = now
    let isInput = note.isInput
    let index: Int
    if isInput {
      index = isLossy ? place(of: note) : inputCount
      inputCount += 1
    } else {
      index = min(isLossy ? expected.index : inputCount, plan.count - 1)
    }
    if isSampled { nearbyAt = inputCount &+ gaps.next() &- 2 }
    let due = plan.offsets[index]
    let id = Int(note.command.rawValue)
    let row = Int(unsafe rows[id < rowCount ? id : 0])
    let isMeasured = index >= warmUp
    if requests != nil {
      answer(note, due: due, row: row, isMeasured: isMeasured, now: now)
    }
    let response = now &- start &- due
    timeline.record(response, due: due)
    if tail.isKept {
      tail.note(
        place: index,
        isInput: isInput,
        row: row,
        due: due,
        done: now &- start,
        service: service,
        isMeasured: isMeasured
      )
    }
    guard isMeasured else {
      if watch != nil && isInput { watchWarmUp(response, index: index) }
      return
    }
    raisedCount &+= isInput ? 0 : 1
    let cell = unsafe cells + row
    unsafe cell.pointee.record(response: response, service: service)
    if response > deadline { unsafe cell.pointee.missed &+= 1 }
    if isInput {
      // Between samples that are only counted there are gaps that nobody knows.
      if !isSampled { unsafe cell.pointee.recordSample(response: response) }
      if let lateness = unsafe lateness {
        let slip = unsafe lateness[index]
        unsafe cell.pointee.record(slip: slip, queueing: response &- service &- slip)
      }
    }
    countStatus(note)
  }

  /// Counts an event that is not timed.
  @inlinable @inline(always)
  mutating func count(_ note: LedgerNote) {
    if note.source.rawValue >= carefulSource || note.replyKind == .text {
      return countWithCare(note)
    }
    let index = inputCount
    inputCount = index &+ 1
    if index >= warmUp { countStatus(note) }
  }

  /// Counts how an event ended.
  @inlinable @inline(always) mutating func countStatus(_ note: LedgerNote) {
    let id = Int(note.command.rawValue)
    let row = id < rowCount ? id : 0
    unsafe statusCounts[row &<< 3 | Int(note.status.rawValue)] &+= 1
  }

  /// Counts an event of which more has to be known than that it comes next.
  @inlinable @inline(never)
  mutating func countWithCare(_ note: LedgerNote) {
    let index: Int
    if note.isInput {
      index = isLossy ? place(of: note) : inputCount
      inputCount += 1
    } else {
      index = min(isLossy ? expected.index : inputCount, plan.count - 1)
      // One event more was counted, but no input.
      nearbyAt &-= 1
    }
    let id = Int(note.command.rawValue)
    let row = Int(unsafe rows[id < rowCount ? id : 0])
    let isMeasured = index >= warmUp
    if requests != nil {
      let due = plan.offsets[index]
      answer(note, due: due, row: row, isMeasured: isMeasured, now: nil)
    }
    guard isMeasured else { return }
    raisedCount += note.isInput ? 0 : 1
    countStatus(note)
  }

  /// Looks at the clock after the last event, if that was only counted.
  @inlinable mutating func finish() {
    if isSampled { previous = clock.now }
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

  /// Notes a request, and times the reply that an outcome brings to one; without a time it only
  /// knows that there was one.
  @usableFromInline mutating func answer(
    _ note: LedgerNote,
    due: Int64,
    row: Int,
    isMeasured: Bool,
    now: Int64?
  ) {
    if note.source == .bridge {
      requests?.note(note.sequence, due: due, row: row, isMeasured: isMeasured)
    }
    guard let sequence = note.request,
      let request = requests?.take(sequence), request.isMeasured, let now
    else { return }
    unsafe cells[request.row].record(reply: now &- start &- request.due)
  }

  /// The place in the plan of an event, which is the next that looks like it.
  @usableFromInline mutating func place(of event: LedgerNote) -> Int {
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
