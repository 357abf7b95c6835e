/// A connection of a client, over all its requests: one after the other is received and answered.
final class HTTPConnection {
  /// The activity of the connection.
  enum Phase {
    /// TLS is being agreed on, since a time in ns on the monotonic clock.
    case handshake(since: Int64)
    /// A request is received; nil before its head is whole. Its time began with its first byte, nil before.
    case receiving(ServerRequest?, since: Int64?)
    /// The answer to a request is not known yet.
    case waiting(ServerRequest)
    /// The rest of an answer is sent; afterwards the connection ends, or goes on.
    case sending(ServerRequest?, closes: Bool)
    /// Events are sent as they come.
    case streaming(ServerRequest)
    /// All was said, and what still comes is thrown away: so many bytes at most, until a time at most. A connection that
    /// is closed with bytes unread takes the last answer from its client.
    case lingering(bytes: Int, until: Int64)
    /// It is over.
    case closed
  }

  /// Where it is found.
  let token: UInt64
  /// Its number, from 1.
  let number: UInt64
  let client: ServerClient
  let transport: Transport
  /// Whether there are too many connections for it.
  let isSurplus: Bool
  var phase: Phase
  var reader: RequestReader
  var outbox = Outbox()
  /// The bytes that were received behind the request that is being answered, from a place on.
  var surplus: [UInt8] = []
  var surplusPlace = 0
  /// Whether the system may have bytes.
  var isReadable = false
  /// Whether the client's last byte is there, or on its way.
  var seesEnd = false
  /// Whether the client has said its last byte.
  var hasEnded = false
  /// Whether it waits for its turn, since others come before it.
  var isReady = false
  /// When bytes went last, in ns on the monotonic clock.
  var lastMove: Int64

  init(
    token: UInt64,
    number: UInt64,
    from client: ServerClient,
    _ transport: Transport,
    isSurplus: Bool,
    limits: RequestLimits,
    at now: Int64
  ) {
    self.token = token
    self.number = number
    self.client = client
    self.transport = transport
    self.isSurplus = isSurplus
    reader = RequestReader(limits)
    lastMove = now
    phase =
      transport.keepsBytes ? .handshake(since: now) : .receiving(nil, since: now)
  }

  /// Whether bytes of the client are wanted now.
  var wantsInput: Bool {
    switch phase {
    case .receiving, .lingering: true
    default: false
    }
  }

  /// Whether it receives a request.
  var isReceiving: Bool {
    if case .receiving = phase { return true }
    return false
  }

  /// The request that is being received or answered.
  var request: ServerRequest? {
    switch phase {
    case .receiving(let request, _), .sending(let request, _): request
    case .waiting(let request), .streaming(let request): request
    case .handshake, .lingering, .closed: nil
    }
  }
}
