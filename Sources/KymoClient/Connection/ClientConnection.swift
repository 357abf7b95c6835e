import KymoPoll

/// A connection to the server: one request at a time, and the reply to it.
final class ClientConnection {
  /// The activity of the connection.
  enum State: Equatable {
    case closed
    case connecting
    case idle
    /// A request is on its way, or the reply.
    case busy
  }

  /// The outcome of an event.
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
  /// The reader of the reply, with what has come of it.
  private(set) var reader: ResponseReader
  /// Since when it has been in its state, in ns.
  private(set) var since: Int64 = 0
  /// When the first byte of the reply came, in ns.
  private(set) var firstByte: Int64 = 0
  /// How many replies it has had since it was opened.
  private(set) var replies = 0
  /// Whether a request has gone since it was opened.
  private(set) var hasSent = false
  /// The side that closed it; none while it is open, and before it was.
  private(set) var closing = ConnectionClosing.none
  /// The work that its owner is doing with it.
  var work = 0

  private var socket: ClientSocket?
  private var generation: UInt32 = 0
  private var outgoing: [UInt8] = []
  private var unsent = 0..<0
  private var requestBytes = 0
  private var excerpt = ReplyExcerpt()

  /// How many bytes behind the place of a fault are shown.
  private static let shownBehindFault = 64

  init(index: Int, limits: ResponseLimits, keepsMessages: Bool) {
    self.index = index
    reader = ResponseReader(limits: limits, keepsMessages: keepsMessages)
  }

  /// The token that its events are registered under: those of an earlier connection in its place
  /// have another one.
  private var token: UInt64 { UInt64(generation) << 32 | UInt64(index) }

  /// The place of the connection that an event is about.
  static func index(of event: Poller.Event) -> Int { Int(event.token & 0xFFFF_FFFF) }

  /// Begins to connect.
  ///
  /// - Throws: why that cannot be; it is closed then.
  func open(_ address: TargetAddress, _ poller: Poller, at now: Int64) throws(ClientError) {
    close(.none)
    generation &+= 1
    requestBytes = 0
    excerpt.reset()
    replies = 0
    hasSent = false
    since = now
    let socket = try ClientSocket(to: address)
    try poller.add(socket, token: token)
    self.socket = consume socket
    state = .connecting
  }

  /// Closes it, whatever it does, as somebody wants it or has done it.
  func close(_ who: ConnectionClosing) {
    socket = nil
    state = .closed
    closing = who
    outgoing = []
    unsent = 0..<0
  }

  /// Closes it, and says what went wrong with what it did.
  private func fail(
    _ kind: ClientError.Kind,
    _ message: String,
    by who: ConnectionClosing
  ) -> ClientError {
    var error = ClientError(kind, message)
    error.sentBytes = requestBytes - unsent.count
    error.requestBytes = requestBytes
    error.reply = excerpt
    if state == .busy, reader.hasBegun { error.detail = reader.progress }
    error.closing = who
    close(who)
    return error
  }

  /// Closes it, as the system says that it is of no use.
  private func fail(code: Int32) -> ClientError {
    let error = ClientError(code: code)
    guard hasSent else {
      close(.none)
      return error
    }
    guard error.kind == .reset else { return fail(error.kind, error.message, by: .client) }
    return fail(.reset, isRequestUnsent ? "within the request" : place, by: .serverReset)
  }

  /// Whether a part of the request has not gone.
  private var isRequestUnsent: Bool { !unsent.isEmpty && !reader.hasBegun }

  /// How far the reply is, in words.
  private var place: String { reader.place.rawValue }

  /// Closes it since what it does takes too long.
  ///
  /// - Returns: what did not come.
  func giveUp() -> ClientError {
    guard state == .busy else {
      close(.none)
      return ClientError(.connectTimeout, ClientError.Kind.connectTimeout.rawValue)
    }
    if isRequestUnsent {
      return fail(.replyTimeout, "the server did not take the request", by: .client)
    }
    let message = reader.hasBegun ? "nothing more came \(place)" : "nothing came"
    return fail(.replyTimeout, message, by: .client)
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
    excerpt.reset()
    outgoing = bytes
    unsent = range
    requestBytes = range.count
    return flush()
  }

  private func flush() -> ClientError? {
    while !unsent.isEmpty {
      switch socket?.send(outgoing, unsent) {
      case .bytes(let count)?: unsent = unsent.lowerBound + count..<unsent.upperBound
      case .blocked?: return nil
      case .failed(let code)?: return fail(code: code)
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
  func take(_ event: Poller.Event, _ buffer: IOBuffer, now: () -> Int64) -> Signal {
    guard event.token == token else { return .nothing }
    switch state {
    case .closed: return .nothing
    case .connecting:
      guard event.isWritable else { return .nothing }
      let code = socket?.pendingError ?? 0
      guard code == 0 else { return .failed(fail(code: code)) }
      state = .idle
      since = now()
      return .connected
    case .idle:
      // What comes unasked can only be a farewell.
      guard event.isReadable else { return .nothing }
      switch socket?.receive(into: buffer) {
      case .blocked?, nil: return .nothing
      case .ended?: close(.serverEnded)
      case .failed?: close(.serverReset)
      case .bytes?: close(.client)
      }
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
    _ buffer: IOBuffer,
    _ now: () -> Int64
  ) -> Signal {
    while true {
      switch socket?.receive(into: buffer) ?? .ended {
      case .bytes(let count):
        if firstByte == 0 { firstByte = now() }
        do throws(ResponseError) {
          let used = try reader.read(buffer, count: count)
          excerpt.add(buffer, count: count, shown: count)
          if let used { return try replied(event, surplus: count - used) }
        } catch {
          if error != .surplus {
            let shown = min(count, reader.understood + Self.shownBehindFault)
            excerpt.add(buffer, count: count, shown: shown)
          }
          return .failed(fail(.badReply, error.description, by: .client))
        }
        // Less than there is room for was all that there was, unless the end is behind it.
        if count < buffer.capacity, !event.isEnded { return .nothing }
      case .blocked: return .nothing
      case .ended:
        do throws(ResponseError) {
          try reader.end()
          return try replied(event, surplus: 0)
        } catch { return .failed(failAtEnd(error)) }
      case .failed(let code): return .failed(fail(code: code))
      }
    }
  }

  private func replied(_ event: Poller.Event, surplus: Int) throws(ResponseError) -> Signal {
    guard surplus == 0 else { throw .surplus }
    replies += 1
    if reader.keepsConnection, !event.isEnded, unsent.isEmpty {
      state = .idle
    } else {
      close(event.isEnded ? .serverEnded : reader.keepsConnection ? .client : .announced)
    }
    return .replied
  }

  /// The server closed it, and the reply is not there.
  private func failAtEnd(_ error: ResponseError) -> ClientError {
    guard error == .cut else { return fail(.badReply, error.description, by: .serverEnded) }
    guard reader.hasBegun else {
      let kind = ClientError.Kind.closed
      return fail(kind, isRequestUnsent ? "within the request" : kind.rawValue, by: .serverEnded)
    }
    return fail(.cut, place, by: .serverEnded)
  }

  /// Whether a request that was lost may have met a connection that the server was just closing: then it
  /// can be asked again.
  func wasStale(_ error: ClientError) -> Bool {
    replies > 0 && !reader.hasBegun && (error.kind == .closed || error.kind == .reset)
  }
}
