/// A connection to the server: one request at a time, and the reply to it.
final class ClientConnection {
  /// What it does.
  enum State: Equatable {
    case closed
    case connecting
    case idle
    /// A request is on its way, or the reply.
    case busy
  }

  /// What came of an event.
  enum Signal: Equatable {
    case nothing
    /// A request can be sent.
    case connected
    /// The reply is there; the reader has it. The connection is idle, or closed.
    case replied
    /// The server closed it between two requests.
    case closedIdle
    /// It is closed; a request that it had is lost.
    case failed(ClientError)
  }

  /// Its place among the others.
  let index: Int
  private(set) var state = State.closed
  /// What has come of the reply.
  private(set) var reader: ResponseReader
  /// Since when it has been in its state, in ns.
  private(set) var since: Int64 = 0
  /// When the first byte of the reply came, in ns.
  private(set) var firstByte: Int64 = 0
  /// How many replies it has had since it was opened.
  private(set) var replies = 0
  /// Whether a request has gone since it was opened.
  private(set) var hasSent = false
  /// What its owner is doing with it.
  var work = 0

  private var socket: ClientSocket?
  private var generation: UInt32 = 0
  private var outgoing: [UInt8] = []
  private var unsent = 0..<0

  init(index: Int, limits: ResponseLimits, keepsMessages: Bool) {
    self.index = index
    reader = ResponseReader(limits: limits, keepsMessages: keepsMessages)
  }

  /// What its events are registered under: those of an earlier connection in its place have another one.
  private var token: UInt64 { UInt64(generation) << 32 | UInt64(index) }

  /// The place of the connection that an event is about.
  static func index(of event: Poller.Event) -> Int { Int(event.token & 0xFFFF_FFFF) }

  /// Begins to connect.
  ///
  /// - Throws: why that cannot be; it is closed then.
  func open(_ address: TargetAddress, _ poller: Poller, at now: Int64) throws(ClientError) {
    close()
    generation &+= 1
    replies = 0
    hasSent = false
    since = now
    let socket = try ClientSocket(to: address)
    try poller.add(socket, token: token)
    self.socket = consume socket
    state = .connecting
  }

  /// Closes it, whatever it does.
  func close() {
    socket = nil
    state = .closed
    outgoing = []
    unsent = 0..<0
  }

  /// Sends a request, as far as there is room now; the rest goes with the events that follow.
  ///
  /// - Returns: why the connection is of no use, and closed; nil if it is.
  /// - Precondition: it is idle.
  func send(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    isHead: Bool,
    at now: Int64
  ) -> ClientError? {
    precondition(state == .idle, "a request at a time")
    state = .busy
    hasSent = true
    since = now
    firstByte = 0
    reader.begin(isHead: isHead)
    outgoing = bytes
    unsent = range
    return flush()
  }

  private func flush() -> ClientError? {
    while !unsent.isEmpty {
      switch socket?.send(outgoing, unsent) {
      case .bytes(let count)?: unsent = unsent.lowerBound + count..<unsent.upperBound
      case .blocked?: return nil
      case .failed(let code)?:
        close()
        return ClientError(code: code)
      case .ended?, nil: return nil
      }
    }
    return nil
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - buffer: where bytes are received.
  ///   - now: the time in ns, asked once for each event that brings the first byte of a reply.
  /// - Returns: what came of it.
  func take(_ event: Poller.Event, _ buffer: ReceiveBuffer, now: () -> Int64) -> Signal {
    guard event.token == token else { return .nothing }
    switch state {
    case .closed: return .nothing
    case .connecting:
      guard event.isWritable else { return .nothing }
      let code = socket?.pendingError ?? 0
      guard code == 0 else {
        close()
        return .failed(ClientError(code: code))
      }
      state = .idle
      since = now()
      return .connected
    case .idle:
      // What comes unasked can only be a farewell.
      guard event.isReadable, socket?.receive(into: buffer) != .blocked else { return .nothing }
      close()
      return .closedIdle
    case .busy:
      if event.isReadable {
        let signal = receive(event, buffer, now)
        if signal != .nothing { return signal }
      }
      if event.isWritable, let error = flush() { return .failed(error) }
      return .nothing
    }
  }

  private func receive(
    _ event: Poller.Event,
    _ buffer: ReceiveBuffer,
    _ now: () -> Int64
  ) -> Signal {
    while true {
      switch socket?.receive(into: buffer) ?? .ended {
      case .bytes(let count):
        if firstByte == 0 { firstByte = now() }
        do throws(ResponseError) {
          let used = try reader.read(buffer, count: count)
          if let used { return try replied(event, surplus: count - used) }
        } catch { return fail(error) }
        // Less than there is room for was all that there was, unless the end is behind it.
        if count < buffer.capacity, !event.isEnded { return .nothing }
      case .blocked: return .nothing
      case .ended:
        do throws(ResponseError) {
          try reader.end()
          return try replied(event, surplus: 0)
        } catch { return fail(error) }
      case .failed(let code):
        close()
        return .failed(ClientError(code: code))
      }
    }
  }

  private func replied(_ event: Poller.Event, surplus: Int) throws(ResponseError) -> Signal {
    guard surplus == 0 else { throw .surplus }
    replies += 1
    if reader.keepsConnection, !event.isEnded, unsent.isEmpty {
      state = .idle
    } else {
      close()
    }
    return .replied
  }

  private func fail(_ error: ResponseError) -> Signal {
    let hadBegun = reader.hasBegun
    close()
    guard error == .cut else { return .failed(ClientError(.badReply, error.description)) }
    let kind: ClientError.Kind = hadBegun ? .cut : .closed
    return .failed(ClientError(kind, kind.rawValue))
  }

  /// Whether a request that was lost may have met a connection that the server was just closing: then it
  /// can be asked again.
  func wasStale(_ error: ClientError) -> Bool {
    replies > 0 && !reader.hasBegun && (error.kind == .closed || error.kind == .reset)
  }
}
