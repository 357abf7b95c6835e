import KymoCore
import KymoMCAP
import KymoRecording

/// Drives a page, an app's native side, and a session: one thing after the other, whatever comes first.
///
/// While nothing is to be dispatched it lets the next thing happen: what a handler has raised, the page's next turn, or an
/// input. It never waits for longer than ``longestLook``, so that somebody is asked whether to stop.
struct PageDriver<Clock: NanosecondClock>: Driver, ~Copyable {
  /// The step that comes next beside what was raised and the page's turns.
  private enum Stage {
    /// Up to a time, what belongs to loading: the native side waits for its page.
    case loading(Int64)
    /// An input that is still to be read.
    case reading
    case input(Event)
    /// What a person or the phone does to the page.
    case act(PageInput)
    /// Nothing, up to a time.
    case living(Int64)
    case over
  }

  /// How long nobody is asked whether to stop at most, in ns on the clock, unless a script runs.
  static var longestLook: Int64 { 50_000_000 }

  private let link: PageLink
  private let options: PageRunOptions
  private let clock: Clock
  private var producer: EventQueue.Producer
  private var events: SessionEvents?
  private var stage: Stage
  private var schedule: PlaybackSchedule?
  /// How many inputs there were.
  private(set) var inputs: UInt64 = 0
  /// How many requests of a page the session holds, and how much that a page asked its user.
  private(set) var (leftOut, leftOutDialogs) = (UInt64(0), UInt64(0))
  /// How many acts of the session were left out, since others take their place.
  private(set) var leftOutActs: UInt64 = 0
  /// The fault of the session's file, if any.
  private(set) var failure: SessionError?
  /// Up to when the page has lived, or is to live, in logical ns.
  private(set) var end: Int64
  /// When somebody is asked at the latest whether to stop, on the clock.
  private var nextLook: Int64 = .min
  private var steps: UInt32 = 0
  /// An input that was read and comes later than an act.
  private var ahead: Event?
  private var acts: ArraySlice<PageInput>
  private var actCount: UInt32 = 0
  private var hasMoved = false

  /// Begins with a page that was loaded, or not.
  ///
  /// - Parameters:
  ///   - link: the page.
  ///   - events: the inputs; nil for none.
  ///   - producer: the end of the inputs' lane.
  ///   - start: the time at which the page was loaded, in ns.
  ///   - options: how it goes.
  ///   - clock: the time on the wall.
  init(
    _ link: PageLink,
    _ events: consuming SessionEvents?,
    into producer: consuming EventQueue.Producer,
    from start: Int64,
    _ options: PageRunOptions,
    clock: Clock
  ) {
    self.link = link
    self.events = events
    self.producer = producer
    self.options = options
    self.clock = clock
    acts = options.inputs[...]
    end = start
    stage = .loading(start < .max ? start + 1 : start)
  }

  /// Whether the page has lived to its end, or cannot go on.
  var isOver: Bool {
    if case .over = stage { true } else { false }
  }

  mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    hasMoved = true
    guard link.failure == nil else { return stage = .over }
    if case .reading = stage { read() }
    switch stage {
    case .loading(let time): if !live(&pipeline, until: time) { stage = .reading }
    case .input(let event): if !live(&pipeline, until: event.timestamp) { push(event) }
    case .act(let act):
      if !live(&pipeline, until: act.time) { push(act, pipeline.dispatcher.table.passedCommand) }
    case .living(let time): if !live(&pipeline, until: time) { stage = .over }
    case .reading, .over: break
    }
  }

  /// Lets the next thing happen that comes before a time, inputs aside.
  ///
  /// - Returns: whether there is one, or may be: it may have to be waited for.
  private mutating func live<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until time: Int64
  ) -> Bool {
    let raised = pipeline.dispatcher.nextRaised
    let due = link.nextDue ?? .max
    guard min(raised, due) < time else { return false }
    guard hasCome(min(raised, due)) else { return true }
    if raised <= due {
      pipeline.dispatcher.advance(to: raised + 1)
    } else {
      pipeline.dispatcher.takeTurn(at: due)
    }
    return true
  }

  /// Reads the next input, and finds out whether an act comes before it.
  private mutating func read() {
    do throws(SessionError) {
      var event = ahead
      if event == nil { event = try nextInput() }
      ahead = nil
      if let act = acts.first, event.map({ act.comes(before: $0) }) ?? true {
        (ahead, acts) = (event, acts.dropFirst())
        return stage = .act(act)
      }
      if let event { return stage = .input(event) }
      let (limit, overflow) = end.addingReportingOverflow(options.after)
      end = overflow ? .max - 1 : limit
      stage = .living(end)
    } catch {
      failure = error
      stage = .over
    }
  }

  /// The next input that is neither the page's own nor left out; nil after the last.
  private mutating func nextInput() throws(SessionError) -> Event? {
    while let event = try events?.next() {
      if options.leavesRequestsOut, event.source == .bridge {
        leftOut += 1
        // The page on the phone was there so long.
        end = max(end, event.timestamp)
      } else if options.leavesPageOut, event.source.isOfPage {
        if event.source == .page { leftOut += 1 } else { leftOutDialogs += 1 }
      } else if event.source == .pageInput, leavesOut(event) {
        leftOutActs += 1
      } else {
        return event
      }
    }
    return nil
  }

  /// Whether an act of the session is left out, since others take its place.
  private func leavesOut(_ event: Event) -> Bool {
    guard options.leavesTapsOut || options.leavesLifecycleOut else { return false }
    let act = events?.withMessage(of: event) { PageInput($0, at: event.timestamp) } ?? nil
    guard let act else { return false }
    return act.kind.isTap ? options.leavesTapsOut : options.leavesLifecycleOut
  }

  /// Pushes an act, once its time has come.
  private mutating func push(_ act: PageInput, _ command: CommandID) {
    guard hasCome(act.time) else { return }
    act.json.withRawSpan { _ = producer.push(act.event(actCount, command), message: $0) }
    actCount &+= 1
    end = max(end, act.time)
    stage = .reading
  }

  /// Pushes an input, once its time has come.
  private mutating func push(_ event: Event) {
    guard hasCome(event.timestamp), let events = events.take() else { return }
    if event.kind.isReference {
      _ = events.withMessage(of: event) { producer.push(event, message: $0) }
    } else {
      producer.push(event)
    }
    self.events = consume events
    if event.source == .pageInput { actCount &+= 1 } else { inputs += 1 }
    end = event.timestamp
    stage = .reading
  }

  /// Waits for a logical time on the wall, but not for longer than somebody wants to be asked.
  ///
  /// - Returns: whether it has come.
  private mutating func hasCome(_ time: Int64) -> Bool {
    guard case .times(let speed) = options.speed else { return true }
    let schedule = schedule ?? PlaybackSchedule(start: clock.now, first: time, speed: speed)
    self.schedule = schedule
    let due = schedule.due(time)
    guard clock.now < due else { return true }
    clock.wait(until: due, atMost: Self.longestLook)
    guard clock.now < due else { return true }
    nextLook = .min
    return false
  }

  /// Whether it is time to ask whether to stop: after so many steps, or so long.
  ///
  /// A page that is never done with a moment must not be one that cannot be stopped.
  mutating func mustLook() -> Bool {
    guard hasMoved else { return false }
    hasMoved = false
    steps &+= 1
    let now = clock.now
    guard steps & 63 == 0 || now >= nextLook else { return false }
    nextLook = now.addingReportingOverflow(Self.longestLook).partialValue
    return true
  }

  mutating func stop() {
    link.finish()
    producer.finish()
  }
}

extension PageInput {
  /// Whether it goes before an input of a session: at one time the sources decide, and what the session has goes first.
  fileprivate func comes(before event: Event) -> Bool {
    time < event.timestamp
      || time == event.timestamp && event.source.rawValue > SourceID.pageInput.rawValue
  }
}
