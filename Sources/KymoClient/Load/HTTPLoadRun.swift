import KymoBench
import KymoCore

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
  private let offsets: [Int64]
  private let clock: Clock
  private let poller: Poller
  private let buffer = ReceiveBuffer()
  private let meter = ProcessMeter()
  private let coreCount: Int?
  /// On a single core a spinning client would keep the server from answering.
  private let spin: Int64
  private let connections: [ClientConnection]
  private var choice: AddressChoice
  private var idle: IdleConnections
  private var ledger: RequestLedger

  private var start: Int64 = 0
  /// When each request was taken up, in ns after the start.
  private var takenAt: [Int64]
  private var taken = 0
  /// Since when no connection has been free; nil if there is one.
  private var busySince: Int64?
  private var sentPlaces = 0
  private var outstanding = 0
  /// Requests that are to be sent a second time.
  private var again: [Int] = []
  /// Whether the request of each connection is sent a second time.
  private var isAgain: [Bool]
  /// When each connection that is closed is made again.
  private var reopenAt: [Int64]
  private var lastProgress: Int64 = 0
  private var isInterrupted = false
  private var isGone = false

  private var statuses = [Int](repeating: 0, count: 1000)
  private var errors = [Int](repeating: 0, count: ClientError.Kind.allCases.count)
  private var firstErrors = [String](repeating: "", count: ClientError.Kind.allCases.count)
  private var counts: (waited: Int, reopened: Int, failures: Int, retried: Int, sent: Int) =
    (0, 0, 0, 0, 0)
  private var replies = 0
  private var bodyBytes: Int64 = 0

  init(_ load: HTTPLoad, _ clock: Clock) throws(ClientError) {
    self.load = load
    self.clock = clock
    list = load.requests
    offsets = load.plan.offsets
    let count = load.options.connections
    poller = try Poller(capacity: min(1024, max(16, count)))
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
    takenAt = Array(repeating: 0, count: load.plan.count)
    again.reserveCapacity(count)
    isAgain = Array(repeating: false, count: count)
    reopenAt = Array(repeating: .max, count: count)
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
        case .closedIdle: throw unreachable(ClientError(.closed, "closed at once"), made - 1)
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
    return ClientError(
      error.kind,
      "only \(made) of \(connections.count) connections could be made: \(error.message)"
    )
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
    do { try connection.open(choice.address, poller, at: time) } catch {
      counts.failures += 1
      reopenAt[connection.index] = time + Self.pause
    }
  }

  // MARK: The loop

  /// Sends everything at its time, and waits for the replies.
  func offer(_ shouldStop: () -> Bool) {
    guard !isInterrupted else { return }
    meter.begin()
    start = clock.now + load.configuration.leadNanoseconds
    let last = offsets[offsets.count - 1]
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
        if taken == offsets.count, !end.overflow, time > end.partialValue,
          outstanding == 0 || sentPlaces < taken
        {
          return
        }
      }
      send(at: time)
      if sentPlaces == offsets.count, outstanding == 0, again.isEmpty { return }
      // Without a connection nothing can be sent when it is due.
      let due = busySince == nil && taken < offsets.count ? offsets[taken] : .max
      let wake = min(nextLook, due)
      let spinning = now + spin
      for index in 0..<poller.wait(nanoseconds: wake > spinning ? wake - spinning : 0) {
        note(poller[index])
      }
    }
  }

  /// Takes up what is due, and sends what there are connections for.
  private func send(at time: Int64) {
    let before = taken
    while taken < offsets.count, offsets[taken] <= time {
      // What came due while every connection was busy waited for the server from then on, not for us.
      let takenTime = busySince.map { min(time, max(offsets[taken], $0)) } ?? time
      takenAt[taken] = takenTime
      ledger.take(at: takenTime)
      taken += 1
    }
    while !again.isEmpty || sentPlaces < taken, let connection = nextIdle() {
      isAgain[connection.index] = !again.isEmpty
      if let place = again.popLast() {
        counts.retried += 1
        send(place, on: connection)
      } else {
        sentPlaces += 1
        send(sentPlaces - 1, on: connection)
      }
    }
    counts.waited += min(taken - before, taken - sentPlaces)
    busySince = idle.isEmpty ? busySince ?? now : nil
  }

  private func nextIdle() -> ClientConnection? {
    while let index = idle.pop() {
      if connections[index].state == .idle { return connections[index] }
    }
    return nil
  }

  private func send(_ place: Int, on connection: ClientConnection) {
    let entry = list.entries[place % list.entries.count]
    connection.work = place
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
      counts.reopened += 1
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
      if sentPlaces < taken || taken < offsets.count && offsets[taken] <= time { send(at: time) }
    case .failed(let error):
      if connection.hasSent {
        lose(connection, error, at: now)
      } else {
        counts.failures += 1
        reopenAt[connection.index] = now + Self.pause
      }
    }
  }

  private func replied(_ connection: ClientConnection, at time: Int64) {
    let place = connection.work
    let status = connection.reader.status
    statuses[status] += 1
    replies += 1
    bodyBytes += connection.reader.bodyBytes
    outstanding -= 1
    lastProgress = time
    ledger.answer(
      place,
      command: list.entries[place % list.entries.count].command,
      taken: takenAt[place],
      sent: connection.since,
      done: time,
      status: status < 400 ? .completed : .failed
    )
  }

  /// A request was lost with its connection.
  private func lose(_ connection: ClientConnection, _ error: ClientError, at time: Int64) {
    outstanding -= 1
    let place = connection.work
    if !isAgain[connection.index], connection.wasStale(error),
      list.entries[place % list.entries.count].isIdempotent
    {
      again.append(place)
    } else {
      count(error)
    }
    reopen(connection, at: time)
  }

  private func count(_ error: ClientError) {
    guard let place = ClientError.Kind.allCases.firstIndex(of: error.kind) else { return }
    if errors[place] == 0 { firstErrors[place] = error.description }
    errors[place] += 1
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
        connection.close()
        lose(
          connection,
          ClientError(.replyTimeout, ClientError.Kind.replyTimeout.rawValue),
          at: time
        )
      case .connecting:
        guard time - connection.since > load.options.connectTimeoutNanoseconds else { continue }
        connection.close()
        counts.failures += 1
        reopenAt[connection.index] = time
      case .closed:
        if reopenAt[connection.index] <= time { reopen(connection, at: time) }
      }
    }
    isGone = !isAlive && time - lastProgress > load.options.connectTimeoutNanoseconds
  }

  // MARK: The end

  /// What came of it.
  func finish() -> HTTPLoadResult {
    let process = meter.end()
    for connection in connections { connection.close() }
    let kinds = ClientError.Kind.allCases
    let errorCounts = kinds.indices.filter { errors[$0] > 0 }.map {
      HTTPLoadResult.ErrorCount(kind: kinds[$0], count: errors[$0], first: firstErrors[$0])
    }
    var reasons: [InvalidReason] = []
    if isGone {
      reasons.append(.reported(.lossless, "the server went away, and did not come back"))
    }
    if !errorCounts.isEmpty {
      let total = errorCounts.reduce(0) { $0 + $1.count }
      let list = errorCounts.map { "\($0.kind.rawValue) × \($0.count)" }.joined(separator: ", ")
      reasons.append(.reported(.lossless, "\(total) requests have no reply: \(list)"))
    }
    var platform = LoadPlatform(cores: .unpinned, available: coreCount)
    platform.timerFloorNanoseconds = LoadPlatform.timerFloor(of: clock)
    let result = ledger.result(
      sentCount: sentPlaces,
      isInterrupted: isInterrupted,
      abandonedCount: taken - sentPlaces + outstanding + again.count,
      reasons: reasons,
      process: process,
      platform: platform
    )
    return HTTPLoadResult(
      load: result,
      statuses: statuses.indices.filter { statuses[$0] > 0 }.map { ($0, statuses[$0]) },
      errors: errorCounts,
      waited: counts.waited,
      connections: connections.count,
      reopened: counts.reopened,
      reopenFailures: counts.failures,
      retried: counts.retried,
      sent: counts.sent,
      replies: replies,
      bodyBytes: bodyBytes
    )
  }
}
