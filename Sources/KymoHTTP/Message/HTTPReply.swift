/// The answer of a server.
public struct HTTPReply: Equatable, Sendable {
  /// The status, such as 200; 0 in HTTP/0.9, which has none.
  public var status: Int
  /// The words behind the status.
  public var reason = ""
  /// The version, such as `HTTP/1.1`; empty in HTTP/0.9.
  public var version = ""
  /// The header.
  public var fields: [HTTPField] = []
  /// The body.
  public var body = HTTPBody()
  /// When the packet with its first byte was captured, in ns since 1970; interim replies do not count.
  public var first: Int64 = 0
  /// When the packet with its last byte was.
  public var last: Int64 = 0
  /// Whether all of it was captured.
  public var isComplete = false
  /// How many interim replies, such as 100, came before it.
  public var interim = 0

  /// A reply without header and body.
  public init(_ status: Int) { self.status = status }
}
