import KymoCore

/// The inputs that a replay is given: those of a session within a ``ReplayScope``, in the order of dispatch.
public struct ReplayInputs: ~Copyable {
  /// A part of a replay, which begins when all of the one before was dispatched.
  enum Part { case warmUp, firstRound, otherRounds }

  /// The events that are read now.
  private(set) var events: SessionEvents
  /// Which part of the session they are.
  public let scope: ReplayScope
  /// What the rounds after the first are read from; nil if there is none.
  private let series: SessionSeries?
  private let origin: Int64
  private var part = Part.firstRound
  private var round = 1
  /// By how much the events of this round are moved, in ns.
  private var shift: Int64 = 0
  /// The time of the last input so far, as recorded.
  private var lastTime = Int64.min
  /// What is known of the range so far.
  var range = ReplayedRange()

  /// All of a session, once.
  public init(_ events: consuming SessionEvents) {
    self.events = events
    scope = ReplayScope()
    series = nil
    origin = 0
  }

  /// A part of a session.
  ///
  /// - Parameters:
  ///   - series: the recordings.
  ///   - routing: from the app that will run.
  ///   - scope: which part of it, and how often; its rounds are 1 at least.
  /// - Throws: as ``SessionSeries/events(_:)``.
  public init(
    _ series: SessionSeries,
    _ routing: CommandRouting,
    _ scope: ReplayScope
  ) throws(SessionPartError) {
    precondition(scope.rounds >= 1, "a range is replayed once at least")
    events = try series.events(routing)
    self.scope = scope
    self.series = series
    origin = series.firstTime ?? 0
  }

  /// The parts of the replay, in their order.
  var parts: [Part] {
    (scope.isWarm && scope.start != nil ? [.warmUp] : []) + [.firstRound]
      + (scope.rounds > 1 ? [.otherRounds] : [])
  }

  /// The number that the first input has in the session, from 0.
  var firstNumber: UInt64 { scope.isWarm ? 0 : range.firstInput }

  // MARK: Parts

  /// Begins a part, when the one before was dispatched.
  ///
  /// - Throws: what is wrong with the file; `content` if the range is empty, or its rounds reach beyond the end of time.
  mutating func begin(_ part: Part) throws(SessionError) {
    self.part = part
    if scope.isWhole { return }
    switch part {
    case .warmUp: events.bound.limit(to: scope.start, origin)
    case .firstRound:
      range.warmInputs = scope.isWarm ? events.bound.passed : 0
      try enterRange()
      guard let first = try events.peekTime(), !events.isAtBound else {
        throw .content("it has no input in the range")
      }
      range.firstInput = events.bound.passed
      range.firstTime = first
    case .otherRounds:
      range.period = try period()
      try beginRound()
    }
  }

  /// Goes to the first input of the range.
  private mutating func enterRange() throws(SessionError) {
    if scope.start != nil, range.warmInputs == 0 {
      events.bound.limit(to: scope.start, origin)
      try events.skipToBound()
    }
    events.bound.limit(to: scope.end, origin)
  }

  /// Reads the range again, later.
  private mutating func beginRound() throws(SessionError) {
    guard let series else { return }
    round += 1
    shift += range.period ?? 0
    var next: SessionEvents
    do { next = try series.events(events.routing) } catch { throw error.error }
    next.bound.limit(to: scope.start, origin)
    if scope.start != nil { try next.skipToBound() }
    next.bound.limit(to: scope.end, origin)
    events.goOn(with: next)
  }

  /// When the range begins, in ns: at its place if that is a time, otherwise with its first input.
  var start: Int64 { scope.start?.time(origin) ?? range.firstTime }

  /// How long after a round the next one begins.
  private mutating func period() throws(SessionError) -> Int64 {
    let end: Int64
    if let time = scope.end?.time(origin) {
      end = time
    } else if try events.peekTime() == nil, let time = events.end {
      end = time
    } else {
      let gaps = Int64(clamping: range.inputs &- 1)
      end = lastTime + max(1, gaps > 0 ? (lastTime - range.firstTime) / gaps : 1_000_000_000)
    }
    let period = end - start
    let (whole, overflow) = period.multipliedReportingOverflow(by: Int64(scope.rounds))
    guard !overflow, !range.firstTime.addingReportingOverflow(whole).overflow else {
      throw .content("\(scope.rounds) rounds of \(period) ns reach beyond the year 2262")
    }
    return period
  }

  /// Finds out where the range has ended: call it after the last part.
  mutating func close() throws(SessionError) {
    guard !scope.isWhole else { return range.end = events.end }
    range.rounds = round
    let end = scope.end?.time(origin)
    if let next = try events.peekTime() {
      (range.end, range.isCut) = (end ?? next, true)
    } else if let end, let own = events.end, end < own {
      (range.end, range.isCut) = (end, true)
    } else {
      range.end = events.end
    }
    range.end? += shift
  }

  // MARK: Events

  /// As ``SessionEvents/fill(_:)``.
  mutating func fill(_ output: inout OutputSpan<Event>) throws(SessionError) -> Bool {
    while true {
      let start = output.count
      let hasMore = try events.fill(&output)
      if scope.isWhole { return hasMore }
      if output.count > start { take(&output, from: start) }
      if hasMore || !hasRound { return hasMore }
      try beginRound()
    }
  }

  /// As ``SessionEvents/next()``.
  mutating func next() throws(SessionError) -> Event? {
    while true {
      if var event = try events.next() {
        if !scope.isWhole { take(&event) }
        return event
      }
      guard hasRound else { return nil }
      try beginRound()
    }
  }

  /// Whether another round follows in this part.
  private var hasRound: Bool { part == .otherRounds && round < scope.rounds }

  private mutating func take(_ output: inout OutputSpan<Event>, from start: Int) {
    var events = output.mutableSpan
    for index in start..<events.count { take(&events[index]) }
  }

  /// Counts an event, and moves it to where it is in this round.
  private mutating func take(_ event: inout Event) {
    lastTime = event.timestamp
    if part != .warmUp { range.inputs &+= 1 }
    guard shift != 0 else { return }
    event.timestamp += shift
    guard event.kind == .location else { return }
    var location = event.payload.location
    location.fixTimestamp = location.fixTimestamp.addingReportingOverflow(shift).partialValue
    event.payload = Payload(location)
  }
}

extension SessionBound {
  /// Ends before a place; at the end of the session for nil.
  mutating func limit(to place: SessionPlace?, _ origin: Int64) {
    lastTime = .max
    number = .max
    guard let place else { return }
    if case .input(let number) = place { self.number = number }
    guard let time = place.time(origin) else { return }
    // At the first time of all there is nothing before.
    if time == .min { number = 0 } else { lastTime = time - 1 }
  }
}

extension SessionPlace {
  /// The time of the place, in ns; nil of a number.
  func time(_ origin: Int64) -> Int64? {
    switch self {
    case .elapsed(let elapsed):
      let (time, overflow) = origin.addingReportingOverflow(elapsed)
      return overflow ? (elapsed < 0 ? .min : .max) : time
    case .time(let time): return time
    case .input: return nil
    }
  }
}
