import KymoHTTP

/// An exchange while it goes on.
final class HTTPTransaction {
  /// How much of a head is there.
  enum Head {
    /// Not all of it, or not yet.
    case cut
    /// Its first line.
    case line
    /// All of it.
    case whole
  }

  /// How sure it is which bytes are a message.
  enum Framing {
    case sure
    /// Two readers may see its end at different places.
    case doubtful
    /// It follows one of which that is so, or a hole with the end of one: it may be a part of that, or of nothing.
    case behindDoubt
  }

  /// Its number on the connection, from 1.
  let number: Int
  var request = HTTPRequest("", "")
  var reply: HTTPReply?
  var isRequestOver = false
  var isReplyOver = false
  var requestHead = Head.cut
  var replyHead = Head.cut
  var requestFraming = Framing.sure
  var replyFraming = Framing.sure
  /// Whether what came in place of a reply has no status line.
  var isReplyUnreadable = false
  /// Whether libhtp cannot find the end of the reply.
  var isReplyEndUnknown = false
  /// Whether it is what HTTP/2 begins with, or follows that.
  var isPreface = false
  /// Whether the body of the reply was to come in chunks.
  var isReplyChunked = false
  /// Where the request begins, in bytes of its stream.
  let requestPlace: Int64
  /// Where the reply does.
  var replyPlace: Int64 = 0

  init(_ number: Int, at time: Int64, place: Int64) {
    self.number = number
    requestPlace = place
    request.first = time
    request.last = time
  }

  /// Whether a request of HTTP/0.9 has a line and nothing else, and its reply not even that.
  var isOld: Bool { request.version.isEmpty }

  /// The exchange of a connection, as if all that came were sure.
  func exchange(_ connection: Int, client: Endpoint, server: Endpoint) -> HTTPExchange {
    var exchange = HTTPExchange(
      connection: connection,
      number: number,
      client: client,
      server: server,
      request: request,
      reply: reply
    )
    exchange.request.isBehindDoubt = requestFraming == .behindDoubt
    return exchange
  }

  /// Why the reply that came cannot be told to be the one to the request, or cannot be read; nil if there is no
  /// reason.
  var discord: ReplyAbsence? {
    if requestHead == .cut || requestFraming != .sure || replyFraming == .behindDoubt {
      return .pairingLost
    }
    if isReplyUnreadable { return .unreadable }
    return replyFraming == .doubtful ? .pairingLost : nil
  }

  /// Why a reply that came is not all of one, or not surely its own.
  ///
  /// - Parameter hasLostHead: whether a head of the connection's replies was lost.
  /// - Returns: nil if none came, or nothing is wrong with it.
  func replyFlaw(afterLostHead hasLostHead: Bool) -> ReplyAbsence? {
    guard let reply else { return nil }
    if let discord { return discord }
    return !reply.body.holes.isEmpty || replyHead != .whole && hasLostHead ? .lostInHole : nil
  }
}
