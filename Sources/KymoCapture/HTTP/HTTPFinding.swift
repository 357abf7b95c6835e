/// A message, or a byte, that is not whole, or that two readers may read differently.
public struct HTTPFinding: Equatable, Sendable {
  /// The kind of note.
  public var note: CaptureNote
  /// The number of its connection, from 1 in the order of their first packets.
  public var connection: Int
  /// The number of the exchange on the connection, from 1; nil if it belongs to none.
  public var exchange: Int?
  /// Whether the client sent it.
  public var isFromClient: Bool
  /// Where the message begins, or the byte stands: in bytes from the start of the stream, or from the first byte
  /// that was captured.
  public var offset: Int64
}
