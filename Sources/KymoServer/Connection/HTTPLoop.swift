import KymoCore
import KymoHTTP
import KymoPoll

/// Receives requests and sends answers, on one thread, which calls ``runOnce(atMost:)``.
///
/// The requests that may come are the reader's to say, their meaning is the service's. A connection
/// has one request at a time: what a client has sent behind it stays where it is until it is
/// answered.
final class HTTPLoop {
  let service: BridgeService
  /// Where it listens.
  let port: UInt16
  let limits: ServerLimits
  /// How many connections there may be: what the limits say, or less if the system has no room for them.
  let capacity: Int
  /// Connections beyond that, so that they can be told why they are refused.
  private static let surplus = 64
  /// How often connections are looked at that do nothing, in ns.
  private static let sweepNanoseconds: Int64 = 500_000_000
  /// Tokens that are no connection's.
  private static let (listenerToken, gateToken) = (UInt64.max, UInt64.max - 1)

  let clock = MonotonicClock()
  let input = IOBuffer()
  /// A part of a file while it is sent; what was received may not be read to its end then.
  let fileBuffer = IOBuffer()
  /// An answer while it is written.
  var output: [UInt8] = []
  /// Requests whose heads are there, and that are not answered.
  var openRequests = 0
  /// Bytes of bodies that are being received.
  var bodyBytes = 0
  /// The time of this turn, in ns on the monotonic clock.
  var now: Int64 = 0
  private let socket: UnsafeListeningSocket
  private let gate: WakeGate
  private let identity: TLSIdentity?
  private let poller: Poller
  private var isListening = true
  /// Whether somebody may wait to be let in.
  private var hasVisitors = false
  /// The connections there are, by their places, and the places that are free.
  private var places: [HTTPConnection?] = []
  private var free: [Int] = []
  private var connectionCount = 0
  private var lastNumber: UInt64 = 0
  /// Requests that are going on; none between two turns.
  private var awakened: [ServerRequest] = []
  /// Those that can go on without anything that comes.
  private var ready: [HTTPConnection] = []
  private var lastSweep: Int64 = 0

  /// Begins to listen.
  ///
  /// - Throws: why it cannot.
  init(
    _ configuration: ServerConfiguration,
    _ socket: UnsafeListeningSocket,
    _ service: BridgeService,
    _ gate: WakeGate
  ) throws(ServerError) {
    self.service = service
    self.gate = gate
    self.socket = socket
    port = socket.port
    limits = configuration.limits
    // Beside connections there are recordings, captures, and what the system needs.
    let available = UnsafeDescriptorLimit.raise(to: limits.connections + Self.surplus + 192)
    capacity = max(1, min(limits.connections, available - Self.surplus - 128))
    if let identity = configuration.identity {
      guard let read = TLSIdentity(identity) else {
        throw .start("the key and the certificate do not match, or are not PEM")
      }
      self.identity = read
    } else {
      identity = nil
    }
    do throws(PollError) {
      poller = try Poller(capacity: 256)
      try poller.add(socket.descriptor, token: Self.listenerToken, for: .input)
      try poller.add(gate.descriptor, token: Self.gateToken, for: .input)
    } catch { throw .start("the system refuses a descriptor") }
  }

  // MARK: Turns

  /// Does what there is to do, waiting for it until `limit` ns have passed.
  func runOnce(atMost limit: Int64) {
    service.work()
    now = clock.now
    // Also while there is always something to do: a client that never pauses must not keep others from their ends.
    if now - lastSweep > Self.sweepNanoseconds { sweep() }
    let (hasResumed, hasContinued) = (resume(), continueReady())
    if hasResumed || hasContinued { return receive(for: 0) }
    gate.prepare()
    service.work()
    guard !resume() else {
      gate.awake()
      return receive(for: 0)
    }
    receive(for: max(0, min(limit, Self.sweepNanoseconds, service.nextTimer - now)))
    gate.awake()
  }

  /// Waits for so many ns at most, and does what came.
  private func receive(for nanoseconds: Int64) {
    let count = poller.wait(nanoseconds: nanoseconds)
    now = clock.now
    for index in 0..<count {
      let event = poller[index]
      switch event.token {
      case Self.listenerToken: hasVisitors = true
      case Self.gateToken: break
      default: if let connection = connection(event.token) { take(event, connection) }
      }
    }
    if hasVisitors, isListening { acceptAll() }
  }

  private func take(_ event: Poller.Event, _ connection: HTTPConnection) {
    if event.isEnded { connection.seesEnd = true }
    if event.isReadable { connection.isReadable = true }
    if event.isBroken, !connection.wantsInput { return close(connection) }
    if case .handshake = connection.phase { return shakeHands(connection) }
    if event.isWritable { flush(connection) }
    if event.isReadable { receive(connection) }
  }

  /// Goes on with what the service has answered; false if there was nothing.
  private func resume() -> Bool {
    guard !service.awakened.isEmpty else { return false }
    // Meanwhile the service may awaken others.
    swap(&awakened, &service.awakened)
    for request in awakened where request.isSuspended {
      guard let connection = connection(request.connection) else { continue }
      request.resume()
      proceed(connection, request)
      advance(connection)
    }
    awakened.removeAll(keepingCapacity: true)
    return true
  }

  /// Goes on with those that have had their turn before; false if there are none.
  private func continueReady() -> Bool {
    guard !ready.isEmpty else { return false }
    let turn = ready
    ready.removeAll(keepingCapacity: true)
    for connection in turn {
      connection.isReady = false
      advance(connection)
    }
    return true
  }

  /// Lets a connection go on when the others have had their turn.
  func putOff(_ connection: HTTPConnection) {
    guard !connection.isReady else { return }
    connection.isReady = true
    ready.append(connection)
  }

  // MARK: The end

  /// Takes no more connections.
  func quiesce() {
    if isListening { socket.stop() }
    isListening = false
  }

  /// Whether no request is being received or answered.
  var isIdle: Bool { openRequests == 0 }

  /// Ends everything; whoever still waits is told so.
  func stop() {
    now = clock.now
    for case let connection? in places {
      if let request = connection.request, request.isSuspended {
        request.stream?.isEnded = true
        service.finish(request, with: BridgeService.unavailable)
        request.resume()
        proceed(connection, request)
      }
    }
    service.awakened.removeAll()
    for case let connection? in places {
      connection.transport.shutdownWriting()
      close(connection)
    }
  }

  // MARK: Connections

  private func connection(_ token: UInt64) -> HTTPConnection? {
    let place = Int(token & 0xFFFF_FFFF)
    guard place < places.count, let connection = places[place], connection.token == token else {
      return nil
    }
    return connection
  }

  private func acceptAll() {
    while connectionCount < capacity + Self.surplus {
      switch socket.accept() {
      case .connection(let descriptor, let client): open(descriptor, client)
      case .nobody:
        hasVisitors = false
        return
      case .exhausted: return
      }
    }
  }

  private func open(_ descriptor: Int32, _ client: ServerClient) {
    if connectionCount >= capacity { makeRoom() }
    let place = free.popLast() ?? places.count
    if place == places.count { places.append(nil) }
    lastNumber += 1
    let session = identity.flatMap { TLSSession($0, descriptor: descriptor) }
    let transport = Transport(descriptor: descriptor, session: session)
    let token = lastNumber << 32 | UInt64(place)
    let isSurplus = connectionCount >= capacity
    // What is told only that it is too many must not keep others from being told so.
    let allowance = isSurplus ? max(0, limits.requestNanoseconds - 1_000_000_000) : 0
    do throws(PollError) {
      guard identity == nil || session != nil else { throw PollError(code: 0) }
      try poller.add(descriptor, token: token)
    } catch {
      transport.close()
      free.append(place)
      return
    }
    places[place] = HTTPConnection(
      token: token,
      number: lastNumber,
      from: client,
      transport,
      isSurplus: isSurplus,
      limits: requestLimits,
      at: now - allowance
    )
    connectionCount += 1
    service.counts.connections += 1
  }

  /// How long what a client sends may be.
  private var requestLimits: RequestLimits {
    var made = RequestLimits(headBytes: limits.headBytes, bodyBytes: limits.bodyBytes)
    if service.configuration.uploads != nil {
      made.long = (Array(ServerUploads.path.utf8), limits.uploadBytes)
    }
    return made
  }

  /// Lets a connection go whose client has said its last byte and is still to be answered, if there is one: it may only
  /// have closed its own half and read on, but most are gone, and others want its place.
  private func makeRoom() {
    for case let connection? in places where connection.seesEnd {
      switch connection.phase {
      case .waiting, .streaming: return close(connection)
      case .handshake, .receiving, .sending, .lingering, .closed: break
      }
    }
  }

  /// Lets a connection go, whatever it was at.
  func close(_ connection: HTTPConnection) {
    if case .closed = connection.phase { return }
    if let request = connection.request { end(request) }
    connection.phase = .closed
    connection.transport.close()
    let place = Int(connection.token & 0xFFFF_FFFF)
    places[place] = nil
    free.append(place)
    connectionCount -= 1
    service.tap?.closed(connection: connection.number, at: service.now)
  }

  /// A request is over, answered or not.
  func end(_ request: ServerRequest) {
    openRequests -= 1
    bodyBytes -= request.body.count
    if let upload = request.upload { service.endUpload(upload) }
    if let stream = request.stream { service.ended(stream) }
    request.end()
  }

  /// Ends connections that take too long.
  private func sweep() {
    lastSweep = now
    let silent = now - Int64(limits.idleSeconds) * 1_000_000_000
    for case let connection? in places {
      switch connection.phase {
      case .handshake(let since):
        guard now - since > limits.requestNanoseconds else { break }
        service.counts.slow += 1
        close(connection)
      case .receiving(let request, let since?):
        // A file may take as long as it goes on coming.
        let start = request?.upload == nil ? since : max(since, connection.lastMove)
        if now - start > limits.requestNanoseconds { giveUp(connection) }
      case .receiving(_, nil): if connection.lastMove < silent { close(connection) }
      case .sending, .streaming:
        if !connection.outbox.isEmpty, connection.lastMove < silent { close(connection) }
      case .lingering(_, let end): if now > end { close(connection) }
      case .waiting, .closed: break
      }
    }
    // There may be descriptors again.
    if hasVisitors, isListening { acceptAll() }
  }
}
