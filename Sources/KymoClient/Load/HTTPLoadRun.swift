import KymoBench
import KymoCore
import KymoPoll

/// A load while it is offered.
final class HTTPLoadRun<Clock: NanosecondClock> {
  /// How many connections are being made at a time.
  private static var connectingAtOnce: Int { 8 }
  /// How long nobody looks around at most, in ns.
  private static var longestWait: Int64 { 10_000_000 }
  /// The last stretch before a request is due, in ns, which is spun.
  private static var spin: Int64 { 120_000 }
  /// How long after a connection could not be made the next attempt is, in ns.
  private static var pause: Int64 { 100_000_000 }

  private let load: HTTPLoad
  private let list: RequestList
  private let clock: Clock
  private let poller: Poller
  private let buffer = IOBuffer(capacity: 128 << 10)
  private let meter = ProcessMeter()
  private let coreCount: Int?
  /// On a single core a spinning client would keep the server from answering.
  private let spin: Int64
  private let connections: [ClientConnection]
  private var choice: AddressChoice
  private var idle: IdleConnections
  private var ledger: RequestLedger

  private var start: Int64 = 0
  /// The next request that is taken up.
  private var taking: ArrivalWalk
  /// The next one that is sent.
  private var sending: ArrivalWalk
  /// Since when no connection has been free; nil if there is one.
  private var busySince: Int64?
  /// When the requests before a place were taken up if they were not yet sent, in ns after the start.
  private var takenFree: (end: Int, time: Int64) = (0, 0)
  private var outstanding = 0
  /// Requests that are to be sent a second time.
  private var again: [PlannedRequest] = []
  /// The request under way on each connection.
  private var underWay: [PlannedRequest]
  /// Whether the request of each connection is sent a second time.
  private var isAgain: [Bool]
  /// When each connection that is closed is made again.
  private var reopenAt: [Int64]
  private var lastProgress: Int64 = 0
  private var isInterrupted = false
  private var isGone = false

  private var statuses = [Int](repeating: 0, count: 1000)
  private var failures = ClientFailures()
  private var reopenFailures = ClientFailures()
  /// How many connections were made again, by the place of who had closed them among all.
  private var reopened = [Int](repeating: 0, count: ConnectionClosing.allCases.count)
  /// The side that closed each connection last.
  private var closings: [ConnectionClosing]
  private var counts: (waited: Int, retried: Int, sent: Int) = (0, 0, 0)
  private var replies = 0
  private var bodyBytes: Int64 = 0

  init(_ load: HTTPLoad, _ clock: Clock) throws(ClientError) {
    self.load = load
    self.clock = clock
    list = load.requests
    taking = load.plan.makeIterator()
    sending = taking
    let count = load.options.connections
    poller = try Poller(events: min(1024, max(16, count)))
    choice = try AddressChoice(load.target)
    connections = (0..<count).map {
      ClientConnection(index: $0, limits: load.options.limits, keepsMessages: false)
    }
    idle = IdleConnections(capacity: count)
    ledger = RequestLedger(
      load.plan,
      names: load.requests.names,
      configuration: load.configuration
    )
    underWay = Array(repeating: PlannedRequest(place: 0, due: 0, taken: 0), count: count)
    again.reserveCapacity(count)
    isAgain = Array(repeating: false, count: count)
    reopenAt = Array(repeating: .max, count: count)
    closings = Array(repeating: .none, count: count)
    coreCount = CoreAffinity.current()?.cores.count
    spin = coreCount == 1 ? 0 : Self.spin
  }

  /// The time in ns after the start.
  private var now: Int64 { clock.now &- start }

  // MARK: Connections

  /// Makes all connections, a few at a time.
  func connect(_ shouldStop: () -> Bool) throws(ClientError) {
    var opened = 0
    var made = 0
    while made < connections.count {
      if shouldStop() {
        isInterrupted = true
        return
      }
      while opened < connections.count, opened - made < Self.connectingAtOnce {
        do { try connections[opened].open(choice.address, poller, at: now) } catch {
          guard choice.failed() else { throw unreachable(error, made) }
          continue
        }
        opened += 1
      }
      for index in 0..<poller.wait(nanoseconds: Self.longestWait) {
        let event = poller[index]
        let connection = connections[ClientConnection.index(of: event)]
        switch signal(connection, event) {
        case .connected:
          choice.succeeded()
          made += 1
          idle.push(connection.index)
        case .failed(let error):
          guard choice.failed() else { throw unreachable(error, made) }
          try connection.open(choice.address, poller, at: now)
        case .closedIdle:
          var error = ClientError(.closed, "closed at once")
          error.closing = connection.closing
          throw unreachable(error, made - 1)
        case .nothing, .replied: break
        }
      }
      let limit = now - load.options.connectTimeoutNanoseconds
      let isLate = connections[..<opened].contains { $0.state == .connecting && $0.since < limit }
      if isLate {
        throw unreachable(
          ClientError(.connectTimeout, ClientError.Kind.connectTimeout.rawValue),
          made
        )
      }
    }
  }

  private func unreachable(_ error: ClientError, _ made: Int) -> ClientError {
    guard made > 0 else { return error }
    var error = error
    error.message =
      "only \(made) of \(connections.count) connections could be made: \(error.message)"
    return error
  }

  private func signal(
    _ connection: ClientConnection,
    _ event: Poller.Event
  ) -> ClientConnection.Signal {
    connection.take(event, buffer) { clock.now &- start }
  }

  /// Makes a connection again that was closed.
  private func reopen(_ connection: ClientConnection, at time: Int64) {
    reopenAt[connection.index] = .max
    if connection.closing != .none { closings[connection.index] = connection.closing }
    do { try connection.open(choice.address, poller, at: time) } catch {
      notOpened(connection, error, againAt: time + Self.pause)
    }
  }

  /// A connection could not be made again.
  private func notOpened(_ connection: ClientConnection, _ error: ClientError, againAt time: Int64)
  {
    reopenAt[connection.index] = time
    let request = connection.work
    reopenFailures.add(error, wasSent: false, request: request, connection: connection.index)
  }

  // MARK: The loop

  /// Sends everything at its time, and waits for the replies.
  func offer(_ shouldStop: () -> Bool) {
    guard !isInterrupted else { return }
    let live = ledger.liveWatch()
    defer { live?.finish() }
    meter.begin()
    start = clock.now + load.configuration.leadNanoseconds
    let last = load.plan.lastOffset
    let drain = min(load.options.replyTimeoutNanoseconds, max(1_000_000_000, last))
    let end = last.addingReportingOverflow(drain)
    var nextLook: Int64 = .min
    while true {
      let time = now
      if time >= nextLook {
        nextLook = time + Self.longestWait
        if shouldStop() { isInterrupted = true }
        lookAround(time)
        if isInterrupted || isGone { return }
        if taking.isDone, !end.overflow, time > end.partialValue,
          outstanding == 0 || sending.index < taking.index
        {
          return
        }
      }
      send(at: time)
      if sending.isDone, outstanding == 0, again.isEmpty { return }
      // Without a connection nothing can be sent when it is due.
      let due = busySince == nil && !taking.isDone ? taking.due : .max
      let wake = min(nextLook, due)
      let spinning = now + spin
      for index in 0..<poller.wait(nanoseconds: wake > spinning ? wake - spinning : 0) {
        note(poller[index])
      }
    }
  }

  /// Takes up what is due, and sends what there are connections for.
  private func send(at time: Int64) {
    let before = taking.index
    while !taking.isDone, taking.due <= time {
      ledger.take(at: takenTime(of: taking.due) ?? time, due: taking.due)
      taking.advance()
    }
    if busySince == nil { takenFree = (taking.index, time) }
    while !again.isEmpty || sending.index < taking.index, let connection = nextIdle() {
      isAgain[connection.index] = !again.isEmpty
      if let request = again.popLast() {
        counts.retried += 1
        send(request, on: connection)
      } else {
        let isFree = sending.index < takenFree.end
        let taken = isFree ? takenFree.time : takenTime(of: sending.due) ?? time
        let request = PlannedRequest(place: sending.index, due: sending.due, taken: taken)
        sending.advance()
        send(request, on: connection)
      }
    }
    counts.waited += min(taking.index - before, taking.index - sending.index)
    busySince = idle.isEmpty ? busySince ?? now : nil
  }

  /// When a request is taken up that comes due while every connection is busy; nil if there is a connection.
  ///
  /// It waits for the server from then on, not for us. All that wait to be sent came due since then, or before it and were taken up at once.
  private func takenTime(of due: Int64) -> Int64? { busySince.map { max(due, $0) } }

  private func nextIdle() -> ClientConnection? {
    while let index = idle.pop() {
      if connections[index].state == .idle { return connections[index] }
    }
    return nil
  }

  private func send(_ request: PlannedRequest, on connection: ClientConnection) {
    let entry = list.entries[request.place % list.entries.count]
    connection.work = request.place
    underWay[connection.index] = request
    outstanding += 1
    counts.sent += 1
    let error = connection.send(list.bytes, entry.range, isHead: entry.isHead, at: now)
    if let error { lose(connection, error, at: now) }
  }

  private func note(_ event: Poller.Event) {
    let connection = connections[ClientConnection.index(of: event)]
    switch signal(connection, event) {
    case .nothing: return
    case .connected:
      reopened[closings[connection.index].place] += 1
      lastProgress = now
      idle.push(connection.index)
    case .closedIdle: reopen(connection, at: now)
    case .replied:
      let time = now
      replied(connection, at: time)
      if connection.state == .idle {
        idle.push(connection.index)
      } else {
        reopen(connection, at: time)
      }
      // What came due meanwhile does not wait for the events that are left.
      if sending.index < taking.index || !taking.isDone && taking.due <= time { send(at: time) }
    case .failed(let error):
      if connection.hasSent {
        lose(connection, error, at: now)
      } else {
        notOpened(connection, error, againAt: now + Self.pause)
      }
    }
  }

  private func replied(_ connection: ClientConnection, at time: Int64) {
    let request = underWay[connection.index]
    let status = connection.reader.status
    statuses[status] += 1
    replies += 1
    bodyBytes += connection.reader.bodyBytes
    outstanding -= 1
    lastProgress = time
    ledger.answer(
      request.place,
      command: list.entries[request.place % list.entries.count].command,
      due: request.due,
      taken: request.taken,
      sent: connection.since,
      done: time,
      status: status < 400 ? .completed : .failed
    )
  }

  /// A request was lost with its connection.
  private func lose(_ connection: ClientConnection, _ error: ClientError, at time: Int64) {
    outstanding -= 1
    let request = underWay[connection.index]
    if !isAgain[connection.index], connection.wasStale(error),
      list.entries[request.place % list.entries.count].isIdempotent
    {
      again.append(request)
    } else {
      let place = request.place
      failures.add(error, wasSent: true, request: place, connection: connection.index)
    }
    reopen(connection, at: time)
  }

  /// Closes what takes too long, and makes what was closed again.
  private func lookAround(_ time: Int64) {
    var isAlive = false
    for connection in connections {
      switch connection.state {
      case .idle: isAlive = true
      case .busy:
        isAlive = true
        guard time - connection.since > load.options.replyTimeoutNanoseconds else { continue }
        lose(connection, connection.giveUp(), at: time)
      case .connecting:
        guard time - connection.since > load.options.connectTimeoutNanoseconds else { continue }
        notOpened(connection, connection.giveUp(), againAt: time)
      case .closed:
        if reopenAt[connection.index] <= time { reopen(connection, at: time) }
      }
    }
    isGone = !isAlive && time - lastProgress > load.options.connectTimeoutNanoseconds
  }

  // MARK: The end

  /// Ends the run and returns its result.
  func finish() -> HTTPLoadResult {
    let process = meter.end()
    for connection in connections { connection.close(.client) }
    var reasons: [InvalidReason] = []
    if isGone {
      reasons.append(.reported(.lossless, "the server went away, and did not come back"))
    }
    if !failures.isEmpty {
      let list = failures.entries.map { "\($0.first) × \($0.count)" }.joined(separator: ", ")
      reasons.append(.reported(.lossless, "\(failures.total) requests have no reply: \(list)"))
    }
    let neverSent = taking.index - sending.index
    let unanswered = outstanding + again.count
    var platform = LoadPlatform(cores: .unpinned, available: coreCount)
    platform.timerFloorNanoseconds = LoadPlatform.timerFloor(of: clock)
    let result = ledger.result(
      sentCount: sending.index,
      isInterrupted: isInterrupted,
      neverSentCount: neverSent,
      unansweredCount: unanswered,
      reasons: reasons,
      process: process,
      platform: platform
    )
    return HTTPLoadResult(
      load: result,
      statuses: statuses.indices.filter { statuses[$0] > 0 }.map { ($0, statuses[$0]) },
      failures: failures,
      neverSent: neverSent,
      unanswered: unanswered,
      waited: counts.waited,
      connections: connections.count,
      reopened: reopenedByCloser,
      reopenFailures: reopenFailures,
      retried: counts.retried,
      sent: counts.sent,
      replies: replies,
      bodyBytes: bodyBytes
    )
  }

  private var reopenedByCloser: [ConnectionClosing: Int] {
    var counts: [ConnectionClosing: Int] = [:]
    for who in ConnectionClosing.allCases where reopened[who.place] > 0 {
      counts[who] = reopened[who.place]
    }
    return counts
  }
}
