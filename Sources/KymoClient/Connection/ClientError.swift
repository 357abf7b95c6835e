/// A failure of a connection, or of the request that it had.
public struct ClientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind under which an error is counted.
  public enum Kind: String, Sendable, CaseIterable {
    /// Nobody listens there.
    case refused = "connection refused"
    /// The server cannot be reached by the network.
    case unreachable
    /// No connection was made in time.
    case connectTimeout = "connect timeout"
    /// The server broke the connection off.
    case reset = "connection reset"
    /// The server closed the connection before it said anything.
    case closed = "closed without a reply"
    /// The server closed the connection within the reply.
    case cut = "closed within a reply"
    /// The reply did not come in time.
    case replyTimeout = "reply timeout"
    /// The bytes that came are no reply.
    case badReply = "not a reply"
    /// This process or machine has no more connections to give.
    case exhausted = "no more sockets"
    /// Anything else that the system says.
    case system = "system error"
  }

  /// The part that is the same in all errors that are counted as one.
  struct Reason: Hashable {
    var kind: Kind
    var message: String
    var closing: ConnectionClosing
  }

  /// The sort.
  public var kind: Kind
  /// The exact problem, in a few words; the same for all that are counted together.
  public var message: String
  /// Details of this one alone, such as how much of the body was there; empty if there are none.
  public var detail = ""
  /// The side that closed the connection; none if there never was one.
  public var closing = ConnectionClosing.none
  /// How many bytes of the request went; 0 if none was on its way.
  public var sentBytes = 0
  /// How many bytes the request has; 0 if none was on its way.
  public var requestBytes = 0
  /// The reply as far as it came.
  public var reply = ReplyExcerpt()

  /// Puts an error together; of what was sent and received it says nothing.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The sort, and what exactly unless that says the same.
  public var description: String {
    message == kind.rawValue ? message : "\(kind.rawValue): \(message)"
  }

  /// By what it is counted.
  var reason: Reason { Reason(kind: kind, message: message, closing: closing) }
}
