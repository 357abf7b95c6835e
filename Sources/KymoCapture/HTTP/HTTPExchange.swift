public import KymoHTTP

/// A request, and the reply to it.
public struct HTTPExchange: Equatable, Sendable {
  /// The number of its connection, from 1 in the order of their first packets.
  public var connection: Int
  /// Its number on the connection, from 1.
  public var number: Int
  /// The side that asked.
  public var client: Endpoint
  /// The side that was asked.
  public var server: Endpoint
  /// The request.
  public var request: HTTPRequest
  /// The reply; nil if there is none.
  public var reply: HTTPReply?
  /// Why there is no reply, or not all of it; nil if there is.
  public var absence: ReplyAbsence?

  /// Puts an exchange together.
  public init(
    connection: Int,
    number: Int,
    client: Endpoint,
    server: Endpoint,
    request: HTTPRequest,
    reply: HTTPReply? = nil
  ) {
    self.connection = connection
    self.number = number
    self.client = client
    self.server = server
    self.request = request
    self.reply = reply
  }

  /// Whether request and reply were captured as a whole.
  public var isComplete: Bool { request.isComplete && reply?.isComplete == true }

  /// From the last byte of the request to the first of the reply, in ns; nil without a reply, and for a request of
  /// which a part is missing.
  ///
  /// One that came before the request's end took no time.
  public var latency: Int64? {
    request.isComplete ? reply.map { max(0, $0.first - request.last) } : nil
  }

  /// Whether one was asked before another: by time, then by connection, then by number.
  public static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.request.last, left.connection, left.number)
      < (right.request.last, right.connection, right.number)
  }
}
