public import KymoCore
import KymoMCAP
public import KymoRecording

/// A page, an app's native side, and a session, on one thread and one logical clock.
///
/// What happens next is always what comes first: an input of the session, what a handler has raised, a call of the page,
/// or the page's next turn. At one time, inputs and raised events go before the page's turns.
public struct PageRun<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// What it came to, with the sink.
  public struct Result: ~Copyable {
    /// The digests over all outcomes.
    public var digest: TraceDigest
    /// Who was told of the outcomes.
    public var sink: Sink
    /// How many inputs the session gave.
    public var inputs: UInt64
    /// Up to when the page lived on, in logical ns.
    public var end: Int64
    /// Whether it was asked to stop.
    public var wasInterrupted: Bool
    /// What is wrong with the session's file, if anything.
    public var failure: SessionError?
    /// How many requests of a page the session holds, which the page makes itself.
    public var leftOut: UInt64
    /// How much the session holds that a page asked its user.
    public var leftOutDialogs: UInt64
    /// How often each command ended in each way, by its id.
    public var counts: [[UInt64]]
  }

  /// How it goes.
  public struct Options: Sendable {
    /// How long the page lives on after the last input, in ns.
    public var after: Int64 = 1_000_000_000
    /// How fast: logical time per time on the wall; 1e-9 to 1e9 times, or as fast as it goes.
    public var speed = ReplaySpeed.maximum
    /// Whether the requests that a page has made in the session are left out, since the page makes its own.
    public var leavesPageOut = true

    /// As fast as it goes, and a second after the last input.
    public init() {}
  }

  private var pipeline: Pipeline<Tracer<PairSink<PageSink, Sink>>>
  private var producer: EventQueue.Producer
  private let link: PageLink
  private let options: Options
  private var schedule: PlaybackSchedule?
  private let wallClock = MonotonicClock()
  /// When somebody is asked at the latest whether to stop, in wall ns.
  private var nextLook: Int64 = .min
  private var steps: UInt32 = 0

  /// How long nobody is asked whether to stop at most, in ns, unless a script runs.
  private static var longestLook: Int64 { 50_000_000 }

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - table: the app's commands.
  ///   - link: the page, loaded or not.
  ///   - sink: told of every outcome, after the page.
  ///   - arenaBytes: for the session's texts.
  ///   - options: how it goes.
  public init(
    table: consuming CommandTable,
    link: PageLink,
    sink: consuming Sink,
    arenaBytes: Int,
    options: Options = Options()
  ) {
    self.link = link
    self.options = options
    pipeline = Pipeline(table: table, sink: Tracer(PairSink(PageSink(link), sink)))
    producer = pipeline.addLane(minimumCapacity: 16, arenaBytes: max(arenaBytes, 1 << 12))
  }

  /// Runs a session, or nothing but the page.
  ///
  /// - Parameters:
  ///   - events: the inputs; nil for none.
  ///   - start: the time at which the page was loaded, in ns.
  ///   - shouldStop: told, between events and turns, how many inputs there were; whether to stop.
  /// - Returns: what it came to.
  public consuming func run(
    _ events: consuming SessionEvents?,
    from start: Int64,
    shouldStop: (UInt64) -> Bool = { _ in false }
  ) -> Result {
    var events = events
    var (inputs, leftOut, leftOutDialogs) = (UInt64(0), UInt64(0), UInt64(0))
    var failure: SessionError?
    var wasInterrupted = false
    var last = start
    // What belongs to loading comes first: the native side waits for its page.
    if live(until: start < .max ? start + 1 : start, { shouldStop(0) }) { wasInterrupted = true }
    if !wasInterrupted, var events = events.take() {
      do throws(SessionError) {
        while let event = try events.next() {
          if options.leavesPageOut, event.source.isOfPage {
            if event.source == .page { leftOut += 1 } else { leftOutDialogs += 1 }
            continue
          }
          if live(until: event.timestamp, { shouldStop(inputs) }) { wasInterrupted = true }
          if wasInterrupted || link.failure != nil { break }
          if wait(for: event.timestamp, { shouldStop(inputs) }) {
            wasInterrupted = true
            break
          }
          push(event, events)
          inputs += 1
          last = event.timestamp
          if mustLook(), shouldStop(inputs) {
            wasInterrupted = true
            break
          }
        }
      } catch { failure = error }
    }
    var end = last
    if !wasInterrupted, failure == nil, link.failure == nil {
      let (limit, overflow) = last.addingReportingOverflow(options.after)
      end = overflow ? .max - 1 : limit
      if live(until: end, { shouldStop(inputs) }) { wasInterrupted = true }
    }
    _ = shouldStop(inputs)
    link.finish()
    producer.finish()
    pipeline.finish(after: end < .max ? end + 1 : end)
    if link.wasInterrupted { wasInterrupted = true }
    let counts = counts
    let tracer = pipeline.takeSink()
    return Result(
      digest: tracer.digest,
      sink: tracer.sink.second,
      inputs: inputs,
      end: end,
      wasInterrupted: wasInterrupted,
      failure: failure,
      leftOut: leftOut,
      leftOutDialogs: leftOutDialogs,
      counts: counts
    )
  }

  private var counts: [[UInt64]] {
    (0...pipeline.dispatcher.table.names.count).map { row in
      let id = CommandID(rawValue: UInt16(row))
      return OutcomeStatus.allCases.map { pipeline.dispatcher.count(id, $0) }
    }
  }

  /// Lets everything happen that comes before a time, inputs aside.
  ///
  /// - Returns: whether it was asked to stop.
  private mutating func live(until time: Int64, _ shouldStop: () -> Bool) -> Bool {
    while link.failure == nil {
      let raised = pipeline.dispatcher.nextRaised
      let due = link.nextDue ?? .max
      if min(raised, due) >= time { return false }
      if wait(for: min(raised, due), shouldStop) { return true }
      if raised <= due {
        pipeline.dispatcher.advance(to: raised + 1)
      } else {
        link.advance(to: due)
        pipeline.dispatcher.wake(at: due)
      }
      // A page that is never done with a moment must not be one that cannot be stopped.
      if mustLook(), shouldStop() { return true }
    }
    return false
  }

  private mutating func push(_ event: Event, _ events: borrowing SessionEvents) {
    if event.kind.isReference {
      _ = events.withMessage(of: event) { producer.push(event, message: $0) }
    } else {
      producer.push(event)
    }
    while case .dispatched = pipeline.step(now: { .min }) {}
  }

  /// Whether it is time to ask whether to stop: after so many steps, or so long.
  private mutating func mustLook() -> Bool {
    steps &+= 1
    let now = wallClock.now
    guard steps & 63 == 0 || now >= nextLook else { return false }
    nextLook = now.addingReportingOverflow(Self.longestLook).partialValue
    return true
  }

  /// Waits until a logical time has come on the wall.
  ///
  /// - Returns: whether it was asked to stop meanwhile.
  private mutating func wait(for time: Int64, _ shouldStop: () -> Bool) -> Bool {
    guard case .times(let speed) = options.speed else { return false }
    if schedule == nil {
      schedule = PlaybackSchedule(start: wallClock.now, first: time, speed: speed)
    }
    guard let due = schedule?.due(time) else { return false }
    while wallClock.now < due {
      wallClock.wait(until: due, atMost: Self.longestLook)
      if wallClock.now < due, shouldStop() { return true }
    }
    return false
  }
}
