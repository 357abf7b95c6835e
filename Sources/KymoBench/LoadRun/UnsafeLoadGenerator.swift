public import KymoCore
public import KymoHistogram

/// The sending half of a load run: what to push next, when it was due, and how late it was.
///
/// It does not wait by itself, so that the threads of a real run and the single one of a simulated
/// run drive the same steps.
///
/// SAFETY: `@unchecked Sendable` for the histogram's sake, which is made in `init`: the value is
/// noncopyable, and whoever has it has the only reference until the run has ended. The bytes of a
/// message are those of an array that is held while they are read, and the range is checked.
@safe @frozen @usableFromInline struct LoadGenerator: ~Copyable, @unchecked Sendable {
  @usableFromInline var producer: EventQueue.Producer
  @usableFromInline let workload: Workload
  @usableFromInline let warmUp: WarmUpEnd
  @usableFromInline let slip: Histogram
  /// Where the dispatcher finds when an event was due and when it was pushed; nil if there is no schedule.
  @usableFromInline let times: PushTimeRing?
  /// The memory of that.
  @usableFromInline let pushTimes: PushTimes?
  /// Whether events are lost that find the queue full, which are not numbered then.
  @usableFromInline let losesNewest: Bool
  /// Whether a full queue holds the generator up, rather than losing events.
  @usableFromInline let mustWait: Bool
  /// The start of the run on its clock.
  @usableFromInline var start: Int64 = 0
  /// The next event.
  @usableFromInline var cursor: PlanCursor
  /// When it is due.
  @usableFromInline var walk: ArrivalWalk
  /// When the first event that is measured was due, in ns after the start, or the next if none was yet.
  @usableFromInline var measuredFrom: Int64
  /// When the event pushed last was due, in ns after the start.
  @usableFromInline var latest: Int64 = 0

  @usableFromInline
  init(
    _ run: LoadRun,
    _ producer: consuming EventQueue.Producer,
    warmUp: WarmUpEnd? = nil,
    pushTimes: PushTimes? = nil
  ) {
    self.producer = producer
    workload = run.workload
    cursor = run.workload.start
    walk = run.plan.makeIterator()
    measuredFrom = walk.due
    losesNewest = run.configuration.overflow == .dropNewest
    self.warmUp = warmUp ?? WarmUpEnd(run.warmUpCount, lead: 0)
    mustWait = run.configuration.overflow == .wait
    slip = LoadRun.makeHistogram()
    times = pushTimes?.ring
    self.pushTimes = pushTimes
  }

  /// Whether everything was pushed.
  @inlinable var isDone: Bool { walk.isDone }

  /// When the next event is to start, on the run's clock; `Int64.max` if that is beyond the clock.
  ///
  /// - Precondition: not ``isDone``.
  @inlinable var due: Int64 {
    let (due, overflow) = start.addingReportingOverflow(walk.due)
    return overflow ? .max : due
  }

  /// Pushes the next event at `now`; if the queue is full, its policy decides.
  ///
  /// - Precondition: not ``isDone``.
  @inlinable mutating func push(at now: Int64) {
    times?.note(
      losesNewest ? cursor.index - lostCount : cursor.index,
      due: walk.due,
      lateness: now &- due
    )
    push()
  }

  /// Pushes the next event, at no time in particular.
  @inlinable mutating func push() {
    let event = cursor.event(in: workload)
    if event.kind.rawValue >= EventKind.message.rawValue {
      pushMessage(event)
    } else {
      producer.push(event)
    }
    cursor.advance(in: workload)
  }

  /// How many events were lost because they found the queue full.
  @usableFromInline var lostCount: Int {
    Int(producer.statistics.droppedNewest) + Int(producer.lateCount)
  }

  /// Pushes an event that may refer to a message; of the kinds behind the first of those, not all do.
  @usableFromInline mutating func pushMessage(_ event: Event) {
    guard event.kind.isReference else {
      producer.push(event)
      return
    }
    let reference = event.payload.reference
    let first = Int(reference.offset)
    let messages = workload.messages
    let message = unsafe messages.span.bytes.extracting(first..<first + Int(reference.length))
    producer.push(event, message: message)
  }

  /// Counts how late the event pushed last was in the queue, and goes on to when the next is due.
  @inlinable mutating func finishPush(due: Int64, now: Int64) {
    latest = walk.due
    walk.advance()
    let place = warmUp.index
    if cursor.index > place { slip.record(now &- due) } else { measuredFrom = walk.due }
  }

  /// Pushes everything at its time; `isStopped` is looked at all the while.
  ///
  /// The time after a push is also the first look at the clock for the next event.
  @inlinable mutating func run(
    _ clock: some NanosecondClock,
    yielding: Bool,
    isStopped: () -> Bool
  ) {
    var now = clock.now
    while !isDone {
      let due = due
      var waiter = Waiter(.spinThenYield)
      while now < due {
        if isStopped() { return }
        if yielding {
          // The dispatcher needs the core: sleep while there is time, then yield between looks.
          if due &- now > 1_000_000 {
            clock.wait(until: min(due &- 500_000, now &+ 10_000_000))
          } else {
            waiter.pause()
          }
        }
        now = clock.now
      }
      if isStopped() { return }
      push(at: now)
      now = clock.now
      finishPush(due: due, now: now)
    }
  }

  /// The places at which events were lost.
  func drops(abandoned: Int) -> [LoadDrop] {
    let ring = producer.statistics
    let drops = [
      LoadDrop(place: .newestInQueue, count: Int(ring.droppedNewest)),
      LoadDrop(place: .oldestInQueue, count: Int(ring.droppedOldest)),
      LoadDrop(place: .late, count: Int(producer.lateCount)),
      LoadDrop(place: .abandoned, count: abandoned),
    ]
    return drops.filter { $0.count > 0 }
  }
}
