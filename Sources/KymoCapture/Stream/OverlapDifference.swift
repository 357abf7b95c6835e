/// Data that came twice, and not the same: the first to come counts.
public struct OverlapDifference: Equatable, Sendable {
  /// The number of its connection, from 1 in the order of their first packets.
  public var connection: Int
  /// Whether the client sent it.
  public var isFromClient: Bool
  /// The number of the packet that brought the other data, from 0.
  public var packet: UInt64
  /// Where in the stream the first byte is that differs, in bytes.
  public var offset: Int64
  /// The byte that counts.
  public var first: UInt8
  /// The byte that came later.
  public var later: UInt8
}
