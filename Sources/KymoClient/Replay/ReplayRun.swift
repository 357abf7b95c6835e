import KymoCapture
import KymoCore
import KymoHTTP
import KymoPoll

/// A replay while it goes on.
struct ReplayRun<Clock: NanosecondClock> {
  /// A connection, and the lane that it has.
  private struct Slot {
    var connection: ClientConnection
    var lane: Int
    /// The place of the next request in the lane.
    var next = 0
    /// The exchange whose reply the next request needs.
    var awaited: Int?
    /// Whether the next request needs none, or does no longer.
    var isCleared = false
    /// The side that closed the connection that the lane had; nil before it had one.
    var closing: ConnectionClosing?
    var isFree = false
  }

  /// How long before its first request a connection is made, in ns.
  private static var lead: Int64 { 20_000_000 }
  /// How long nobody looks around at most, in ns.
  private static var longestWait: Int64 { 10_000_000 }
  /// The last stretch before a request is due, in ns, which is spun.
  private static var spin: Int64 { 120_000 }

  private let replay: HTTPReplay
  private let encoder: RequestEncoder
  private let lanes: [ReplayLane]
  private let limit: Int
  private let clock: Clock
  private let poller: Poller
  private let buffer = IOBuffer(capacity: 128 << 10)
  private var choice: AddressChoice
  private var slots: [Slot] = []
  private var nextLane = 0
  private var start: Int64 = 0
  /// Of how many exchanges it is known what became of them.
  private var settledCount = 0
  private(set) var result: HTTPReplayResult

  init(_ replay: HTTPReplay, _ clock: Clock) throws(ClientError) {
    self.replay = replay
    self.clock = clock
    encoder = RequestEncoder(replay.target)
    lanes = ReplayLane.all(replay.exchanges)
    limit = replay.options.speed == nil ? ReplayLane.concurrency(lanes) : .max
    poller = try Poller(events: 256)
    choice = try AddressChoice(replay.target)
    result = HTTPReplayResult(
      exchanges: Array(repeating: ReplayedExchange(), count: replay.exchanges.count),
      map: ValueMap(replay.rules, replay.exchanges)
    )
    if let speed = replay.options.speed, let first = lanes.first?.span.lowerBound {
      for (place, exchange) in replay.exchanges.enumerated() {
        let offset = Double(exchange.request.first - first) / speed
        result.exchanges[place].due = Int64(min(offset, 9e18).rounded())
      }
    }
  }

  private var now: Int64 { clock.now - start }

  mutating func run(
    _ shouldStop: () -> Bool,
    _ progress: (Int) -> Void
  ) throws(ClientError) {
    // The first request is due once its connection can be there.
    start = clock.now + (replay.options.speed == nil ? 0 : Self.lead)
    var nextLook: Int64 = .min
    while true {
      let time = now
      if time >= nextLook {
        if shouldStop() {
          result.wasInterrupted = true
          break
        }
        progress(settledCount)
        nextLook = time + Self.longestWait
      }
      beginLanes(time)
      var wake = nextLane < lanes.count && canBegin ? opening(lanes[nextLane].exchanges[0]) : .max
      for slot in slots.indices where !slots[slot].isFree {
        wake = min(wake, try step(slot))
      }
      if nextLane == lanes.count, slots.allSatisfy(\.isFree) { break }
      if wake == .max, breakCircle() { continue }
      try wait(until: min(wake, nextLook))
    }
    for slot in slots { slot.connection.close(.client) }
    result.nanoseconds = max(0, now)
  }

  private mutating func wait(until wake: Int64) throws(ClientError) {
    let spinning = now + Self.spin
    for index in 0..<poller.wait(nanoseconds: wake > spinning ? wake - spinning : 0) {
      let event = poller[index]
      let slot = ClientConnection.index(of: event)
      let clock = clock
      let signal = slots[slot].connection.take(event, buffer) { clock.now }
      try note(signal, slot)
    }
  }

  // MARK: Lanes

  private var openCount: Int { slots.count { !$0.isFree } }

  private var canBegin: Bool { openCount < limit }

  /// When the connection for an exchange is made.
  private func opening(_ exchange: Int) -> Int64 {
    replay.options.speed == nil ? .min : result.exchanges[exchange].due - Self.lead
  }

  private mutating func beginLanes(_ time: Int64) {
    while nextLane < lanes.count, canBegin, opening(lanes[nextLane].exchanges[0]) <= time {
      if let free = slots.firstIndex(where: \.isFree) {
        slots[free] = Slot(connection: slots[free].connection, lane: nextLane)
      } else {
        let connection = ClientConnection(
          index: slots.count,
          limits: replay.options.limits,
          keepsMessages: true
        )
        slots.append(Slot(connection: connection, lane: nextLane))
      }
      nextLane += 1
      result.openAtOnce = max(result.openAtOnce, openCount)
    }
  }

  /// The exchange that a slot is at; nil behind the last.
  private func current(_ slot: Int) -> Int? {
    let exchanges = lanes[slots[slot].lane].exchanges
    return slots[slot].next < exchanges.count ? exchanges[slots[slot].next] : nil
  }

  /// Does what can be done on a connection; when there may be more to do.
  private mutating func step(_ slot: Int) throws(ClientError) -> Int64 {
    let connection = slots[slot].connection
    while let exchange = current(slot) {
      let time = now
      switch connection.state {
      case .closed:
        let opening = opening(exchange)
        if time < opening { return opening }
        if connection.closing != .none { slots[slot].closing = connection.closing }
        do { try connection.open(choice.address, poller, at: time) } catch {
          try lose(slot, error)
        }
      case .connecting:
        let end = connection.since + replay.options.connectTimeoutNanoseconds
        if time < end { return end }
        try lose(slot, connection.giveUp())
      case .busy:
        let end = connection.since + replay.options.replyTimeoutNanoseconds
        if time < end { return end }
        finish(slot, .failed(connection.giveUp()))
      case .idle:
        if !isCleared(slot, exchange) { return .max }
        let due = result.exchanges[exchange].due
        if time < due { return due }
        send(slot, exchange)
      }
    }
    connection.close(.client)
    slots[slot].isFree = true
    return .min
  }

  /// Whether a request needs no reply that is still to come.
  private mutating func isCleared(_ slot: Int, _ exchange: Int) -> Bool {
    if slots[slot].isCleared { return true }
    if let awaited = slots[slot].awaited, case .notSent = result.exchanges[awaited].outcome {
      return false
    }
    let wasWaiting = slots[slot].awaited != nil
    slots[slot].awaited = result.map.awaited(by: replay.exchanges[exchange].request)
    slots[slot].isCleared = slots[slot].awaited == nil
    if slots[slot].isCleared, wasWaiting { result.exchanges[exchange].ready = now }
    return slots[slot].isCleared
  }

  /// Lets one request go that waits for another, if nothing else is going on; whether there was one.
  private mutating func breakCircle() -> Bool {
    let isQuiet = slots.allSatisfy { $0.isFree || $0.connection.state == .idle }
    guard isQuiet, let slot = slots.firstIndex(where: { !$0.isFree && !$0.isCleared }) else {
      return false
    }
    slots[slot].isCleared = true
    return true
  }

  // MARK: Requests

  private mutating func send(_ slot: Int, _ exchange: Int) {
    let request = result.map.applied(to: replay.exchanges[exchange].request)
    let bytes = encoder.bytes(request)
    let time = now
    result.exchanges[exchange].sent = time
    let error = slots[slot].connection.send(
      bytes,
      0..<bytes.count,
      isHead: request.method == "HEAD",
      at: time
    )
    if let error { fail(slot, exchange, error) }
  }

  private mutating func note(_ signal: ClientConnection.Signal, _ slot: Int) throws(ClientError) {
    switch signal {
    case .nothing, .closedIdle: return
    case .connected:
      choice.succeeded()
      if let who = slots[slot].closing {
        result.reopened[who, default: 0] += 1
      } else {
        result.connections += 1
      }
    case .replied:
      guard let exchange = current(slot) else { return }
      let reply = reply(slots[slot].connection)
      result.exchanges[exchange].first = slots[slot].connection.firstByte - start
      result.exchanges[exchange].last = now
      finish(slot, .replied(reply))
    case .failed(let error):
      guard let exchange = current(slot) else { return }
      // Of a connection that was never there nothing was sent.
      if !slots[slot].connection.hasSent {
        try lose(slot, error)
      } else {
        fail(slot, exchange, error)
      }
    }
  }

  /// A request was lost with its connection.
  private mutating func fail(_ slot: Int, _ exchange: Int, _ error: ClientError) {
    let method = replay.exchanges[exchange].request.method
    if !result.exchanges[exchange].wasRetried, slots[slot].connection.wasStale(error),
      HTTPMethod.isIdempotent(method)
    {
      result.exchanges[exchange].wasRetried = true
      return
    }
    finish(slot, .failed(error))
  }

  /// No connection could be made.
  private mutating func lose(_ slot: Int, _ error: ClientError) throws(ClientError) {
    if choice.failed() { return }
    guard choice.isProven else { throw error }
    // One that is to go a second time has gone.
    let wasSent = current(slot).map { result.exchanges[$0].wasRetried } ?? false
    finish(slot, wasSent ? .failed(error) : .neverSent(error))
  }

  private mutating func finish(_ slot: Int, _ outcome: ReplayedExchange.Outcome) {
    guard let exchange = current(slot) else { return }
    result.exchanges[exchange].outcome = outcome
    result.exchanges[exchange].connection = slot
    settledCount += 1
    if case .replied(let reply) = outcome {
      result.map.learn(exchange, reply)
    } else {
      result.map.learn(exchange, nil)
    }
    slots[slot].next += 1
    slots[slot].awaited = nil
    slots[slot].isCleared = false
    if let next = current(slot) { result.exchanges[next].ready = now }
  }

  private func reply(_ connection: ClientConnection) -> HTTPReply {
    let reader = connection.reader
    var reply = HTTPReply(reader.status)
    reply.version = "HTTP/1.\(reader.minorVersion)"
    reply.reason = reader.reason
    reply.fields = reader.fields
    reply.body = HTTPBody(reader.body)
    reply.isComplete = true
    reply.interim = reader.interim
    return reply
  }
}
