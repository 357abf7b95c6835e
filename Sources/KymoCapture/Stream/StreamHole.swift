/// Data of a stream that nobody captured.
public struct StreamHole: Equatable, Sendable {
  /// The number of its connection, from 1 in the order of their first packets.
  public var connection: Int
  /// Whether the client sent it.
  public var isFromClient: Bool
  /// Where in the stream it begins, in bytes from its start, or from the first byte that was captured.
  public var offset: Int64
  /// How many bytes it has.
  public var length: Int64
  /// When it was known that nothing would come any more, in ns since 1970.
  public var timestamp: Int64
}
