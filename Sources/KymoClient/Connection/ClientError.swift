/// What went wrong with a connection, or with the request that it had.
public struct ClientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What errors are counted by.
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
    /// What came is no reply.
    case badReply = "not a reply"
    /// This process or machine has no more connections to give.
    case exhausted = "no more sockets"
    /// Anything else that the system says.
    case system = "system error"
  }

  /// The sort.
  public var kind: Kind
  /// What exactly, in a few words.
  public var message: String

  /// Puts an error together.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The sort, and what exactly unless that says the same.
  public var description: String {
    message == kind.rawValue ? message : "\(kind.rawValue): \(message)"
  }
}
