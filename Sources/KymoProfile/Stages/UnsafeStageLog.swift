import CSampler
import KymoCore
import KymoHistogram

/// Where the dispatching thread's time goes, tick by tick: from the end of one stage to that of the next, so that
/// nothing is left out.
///
/// SAFETY: `parts` is allocated for ``maximumParts`` intervals in `init` and freed in `deinit`; its first `count` are
/// initialised, and `count` never exceeds that number. One thread uses a log.
@safe final class StageLog {
  /// How many intervals of one event are told apart; further ones are counted as ``lost``.
  static let maximumParts = 512

  /// The time between two readings of the counter.
  private struct Part {
    var stage: ProfileStage
    var handler: Int32
    var begin: UInt64
    var end: UInt64
  }

  /// The names of the handlers.
  var handlers: [String] = []
  /// Which events are kept.
  var selection = EventSelection()
  /// How long whole events took, in ticks.
  private(set) var events = Histogram(lowest: 1, highest: 1 << 44, significantDigits: 3)
  /// The events whose stages are kept one by one.
  private(set) var kept: [KeptEvent] = []
  /// Of how many events of their run those are, and one in how many of them.
  private(set) var keptOf = (events: 0, stride: 0)
  /// How many intervals were measured.
  private(set) var intervals = 0
  /// How many intervals of one event were too many.
  private(set) var lost = 0
  /// The time that the log itself took, between the events, in ticks.
  private(set) var ownTicks: Int64 = 0
  /// All that was measured, in ticks, the readings included.
  private(set) var measuredTicks: Int64 = 0
  /// From the beginnings of the runs to their ends, in ticks.
  private(set) var runTicks: Int64 = 0
  /// The length that an interval of nothing measures as, in ticks.
  private(set) var cost: Int64 = 0

  /// In steps of how many ticks the counter moves.
  private(set) var step: Int64 = 1

  let clock = TickClock()
  /// Where the first run began.
  private(set) var origin: UInt64?
  private let parts: UnsafeMutablePointer<Part>
  private var count = 0
  private var last: UInt64 = 0
  private var runStart: UInt64 = 0
  private var hasHandled = false
  private var batchRest = 0
  private var batchShare: Int64 = 0
  private var hasFound = false
  private var waited: Int64 = 0
  private var merged: Int64 = 0
  private var mergeCost: Int64 = 0
  private var mergeCount = 0
  private let waits = StageRow()
  private let merges = StageRow()
  private let reads = StageRow()
  private let turns = StageRow()
  private var reading: Int64 = 0
  private var readingCost: Int64 = 0
  private var rows: [[StageRow?]] = []
  /// How many events were timed stage by stage.
  private(set) var seen = 0
  /// When the events of this run were pushed, if somebody says so.
  private var pushTimes: SourcePushTimes?
  /// The time that the log took meanwhile.
  private var takenTime = TakenTime(capacity: 0)
  /// When the thread turned to the event, or to its batch, in ticks, and what the log had taken by then.
  private var turned: UInt64 = 0
  private var takenWhenTurned: Int64 = 0
  private var queued: Range<UInt64>?
  private var current = (command: CommandID.unknown, source: SourceID.bridge, sequence: UInt32(0))

  init() {
    unsafe parts = .allocate(capacity: Self.maximumParts)
    calibrate()
  }

  deinit { unsafe parts.deallocate() }

  /// Measures intervals of nothing.
  private func calibrate() {
    var lengths: [Int64] = []
    last = clock.now
    for _ in 0..<64 {
      count = 0
      for _ in 0..<128 {
        enter()
        leave(.dispatch, nil)
      }
      for index in 0..<count {
        unsafe lengths.append(Int64(parts[index].end &- parts[index].begin))
      }
    }
    lengths.sort()
    // The mean, since a counter may move in steps of some ns; without what interrupted the loop.
    let usual = lengths.prefix(lengths.count * 99 / 100)
    cost = (usual.reduce(0, +) + Int64(usual.count / 2)) / Int64(usual.count)
    step = Self.step(of: usual)
    (count, intervals, measuredTicks, hasHandled) = (0, 0, 0, false)
  }

  /// In what steps the counter moves, by the lengths that are met again and again, in order.
  private static func step(of lengths: ArraySlice<Int64>) -> Int64 {
    var (step, first, former): (Int64, Int64?, Int64) = (0, nil, .min)
    var count = 0
    for length in lengths {
      count = length == former ? count + 1 : 1
      former = length
      // Counted once, when it has been met often enough: of the rest most were interrupted.
      guard count == lengths.count / 50 else { continue }
      if let first { step = commonDivisor(length - first, step) } else { first = length }
    }
    return max(1, step)
  }

  private static func commonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
    other == 0 ? one : commonDivisor(other, one % other)
  }

  // MARK: A run

  /// Lets somebody say when the events of the next run are pushed.
  func timePushes(capacity: Int) -> SourcePushTimes {
    let times = SourcePushTimes(capacity: capacity, clock: clock)
    pushTimes = times
    takenTime = TakenTime(capacity: capacity)
    return times
  }

  /// The part of the thread's time that the log has taken so far, in ticks.
  private var taken: Int64 { ownTicks &+ Int64(intervals) &* cost }

  /// Begins a run.
  func begin() {
    (count, hasHandled, hasFound, batchRest, waited, merged) = (0, false, false, 0, 0, 0)
    (mergeCost, mergeCount) = (0, 0)
    if rows.isEmpty { kept.reserveCapacity(EventSelection.maximumEvents) }
    last = clock.now
    runStart = last
    if origin == nil { origin = last }
    takenTime.reset()
    takenTime.mark(last, taken)
  }

  /// Ends it.
  func end() {
    let now = clock.now
    // What follows the last event belongs to no stage.
    ownTicks &+= Int64(now &- last)
    runTicks &+= Int64(now &- runStart)
    if waited > 0 { waits.add(waited, cost: 0) }
    if merged > 0 { addMerge() }
    (reading, readingCost) = (0, 0)
    waited = 0
    last = now
    pushTimes = nil
    // Another run has the same events again.
    if !kept.isEmpty, selection.stride > 0 {
      keptOf = (seen, selection.stride)
      selection.stride = 0
    }
  }

  // MARK: On the way of an event

  /// The pipeline has looked for events.
  func looked() {
    let length = interval()
    if hasFound {
      // Slots were given back.
      hasFound = false
      merged &+= length
      mergeCost &+= cost
      addMerge()
    } else {
      // Of a wait the readings are a part: nothing would be quicker without them.
      waited &+= length
      intervals &-= 1
    }
  }

  /// Notes that the next events were found: so many at once.
  func found(_ events: Int) {
    let length = interval()
    turned = last
    takenWhenTurned = taken
    if pushTimes != nil { takenTime.mark(turned, takenWhenTurned) }
    kymo_probe_batch(UInt64(events))
    if readsItself {
      reads.add(reading &+ length, cost: readingCost &+ cost, times: max(1, events))
      (reading, readingCost) = (0, 0)
      return
    }
    merged &+= length
    mergeCost &+= cost
    mergeCount &+= events
    hasFound = true
    if waited > 0 {
      waits.add(waited, cost: 0)
      waited = 0
    }
  }

  /// Each event of those that were found at once gets an equal part.
  private func addMerge() {
    merges.add(merged, cost: mergeCost, times: max(1, mergeCount))
    (merged, mergeCost, mergeCount) = (0, 0, 0)
  }

  /// Whether the dispatching thread reads the recording itself.
  var readsItself = false

  /// Between events something ends, or begins, that is not the dispatcher's.
  func between(_ stage: ProfileStage?) {
    let length = interval()
    guard let stage else {
      reading &+= length
      readingCost &+= cost
      return
    }
    if stage == .page { turns.add(length, cost: cost) }
  }

  /// A handler, or a decoder, begins.
  @inline(__always) func enter() { note(.dispatch, -1) }

  /// All handlers of an event are through.
  func endHandlers() {
    note(hasHandled ? .digest : .dispatch, -1)
    hasHandled = true
  }

  /// It ends.
  @inline(__always) func leave(_ stage: ProfileStage, _ handler: Int?) {
    note(stage, Int32(truncatingIfNeeded: handler ?? -1))
    hasHandled = true
  }

  /// A sink is told of an event.
  @inline(__always) func enterSink(_ event: borrowing Event) {
    note(hasHandled ? .digest : .dispatch, -1)
    current = (event.command, event.source, event.sequence)
    queued = pushTimes?.take(event).map { min($0, turned)..<turned }
  }

  /// An event goes by that no handler sees.
  func passed(_ event: borrowing Event) { _ = pushTimes?.take(event) }

  /// A batch handler ends.
  func leaveBatch(of events: Int, _ command: CommandID, _ handler: Int) {
    let length = interval()
    hasHandled = true
    (batchRest, batchShare) = (events, (length &- cost) / Int64(events))
    guard !selection.isSurvey, selection.threshold == 0 else { return skipOwn() }
    let place = Int(command.rawValue)
    row(place, ProfileStage.business.rawValue, nil).add(length, cost: cost, times: events)
    row(place, ProfileStage.business.rawValue, handler).add(length, cost: cost, times: events)
    skipOwn()
  }

  /// The time since the last reading.
  @inline(__always) private func interval() -> Int64 {
    let now = clock.now
    let length = Int64(bitPattern: now &- last)
    last = now
    intervals &+= 1
    measuredTicks &+= length
    return length
  }

  @inline(__always) private func note(_ stage: ProfileStage, _ handler: Int32) {
    let now = clock.now
    if count < Self.maximumParts {
      unsafe (parts + count).initialize(
        to: Part(stage: stage, handler: handler, begin: last, end: now)
      )
      count &+= 1
    } else {
      lost &+= 1
      ownTicks &+= Int64(bitPattern: now &- last)
    }
    kymo_probe_stage(UInt64(stage.rawValue), Int64(handler), now &- last)
    last = now
  }

  /// Counts the time since the last reading as the log's own.
  @inline(__always) private func skipOwn() {
    let now = clock.now
    ownTicks &+= Int64(bitPattern: now &- last)
    last = now
  }

  // MARK: An event is through

  /// Adds an event to the times.
  func commit() {
    var total: Int64 = 0
    for index in 0..<count {
      total &+= unsafe Int64(bitPattern: parts[index].end &- parts[index].begin)
    }
    measuredTicks &+= total
    intervals &+= count
    total &-= Int64(count) &* cost
    if batchRest > 0 {
      batchRest &-= 1
      total &+= batchShare
    }
    total = max(0, total)
    kymo_probe_event(
      UInt64(current.command.rawValue),
      UInt64(current.sequence),
      UInt64(total)
    )
    events.record(total)
    if !selection.isSurvey, total >= selection.threshold { add() }
    (count, hasHandled) = (0, batchRest > 0)
    if batchRest == 0 { takenWhenTurned = taken }
    skipOwn()
    if batchRest == 0 { turned = last }
  }

  /// Adds the stages of an event.
  private func add() {
    let place = Int(current.command.rawValue)
    var sums: InlineArray<16, Int64> = .init(repeating: 0)
    var costs: InlineArray<16, Int64> = .init(repeating: 0)
    for index in 0..<count {
      let part = unsafe parts[index]
      let length = Int64(bitPattern: part.end &- part.begin)
      sums[Int(part.stage.rawValue)] &+= length
      costs[Int(part.stage.rawValue)] &+= cost
      if part.handler >= 0 {
        row(place, part.stage.rawValue, Int(part.handler)).add(length, cost: cost)
      }
    }
    for stage in 0..<UInt8(ProfileStage.allCases.count) where costs[Int(stage)] > 0 {
      row(place, stage, nil).add(sums[Int(stage)], cost: costs[Int(stage)])
    }
    if let queued {
      let before = takenTime.taken(at: queued.lowerBound) ?? takenWhenTurned
      let length = Int64(queued.count)
      // What the log took meanwhile is no wait of the program's.
      row(place, ProfileStage.ringWait.rawValue, nil)
        .add(length, cost: min(length, takenWhenTurned &- before))
    }
    seen &+= 1
    guard selection.stride > 0, (seen &- 1) % selection.stride == 0,
      kept.count < EventSelection.maximumEvents
    else { return }
    kept.append(
      KeptEvent(
        command: current.command,
        source: current.source,
        sequence: current.sequence,
        waited: queued,
        parts: (0..<count).map { index in
          let part = unsafe parts[index]
          return KeptEvent.Part(
            stage: part.stage,
            handler: part.handler < 0 ? nil : Int(part.handler),
            begin: part.begin,
            end: part.end
          )
        }
      )
    )
  }

  /// The row of a stage, or of a handler, for a command; made when it is first needed.
  private func row(_ command: Int, _ stage: UInt8, _ handler: Int?) -> StageRow {
    while rows.count <= command { rows.append([]) }
    let stages = ProfileStage.allCases.count
    if rows[command].isEmpty {
      rows[command] = Array(repeating: nil, count: stages * (1 + handlers.count))
    }
    // A handler of the command "default" runs in the one stage that it is mapped to.
    let place = handler.map { stages + $0 * stages + Int(stage) } ?? Int(stage)
    if let row = rows[command][place] { return row }
    let row = StageRow()
    rows[command][place] = row
    return row
  }

  // MARK: What it came to

  /// The times of all stages, by command.
  ///
  /// - Parameter names: the names of the commands by id.
  /// - Returns: waits and merges first, then the commands in the order of their ids.
  func stageTimes(_ names: (CommandID) -> String) -> [StageTime] {
    let scale = clock.nanosecondsPerTick
    var times: [StageTime] = []
    let between: [(ProfileStage, StageRow)] = [
      (.idle, waits), (.merge, merges), (.read, reads), (.page, turns),
    ]
    // Waiting is no part of an event, so it says nothing of slow ones.
    if selection.threshold == 0 {
      for (stage, row) in between where row.count > 0 {
        times.append(
          row.stageTime(command: nil, stage: stage, handler: nil, nanosecondsPerTick: scale)
        )
      }
    }
    let stages = ProfileStage.allCases.count
    for (command, rows) in rows.enumerated() where !rows.isEmpty {
      let name = names(CommandID(rawValue: UInt16(truncatingIfNeeded: command)))
      for stage in ProfileStage.allCases {
        for handler in -1..<handlers.count {
          let place = (handler + 1) * stages + Int(stage.rawValue)
          guard let row = rows[place] else { continue }
          times.append(
            row.stageTime(
              command: name,
              stage: stage,
              handler: handler < 0 ? nil : handlers[handler],
              nanosecondsPerTick: scale
            )
          )
        }
      }
    }
    return times
  }
}
