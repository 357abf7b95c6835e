/// The most that a reader allocates for one thing that a file claims.
public struct MCAPLimits: Sendable {
  /// Bytes of one chunk in memory.
  public var chunkBytes = 256 << 20
  /// Bytes of one record outside chunks, such as an attachment.
  public var recordBytes = 1 << 30
  /// Chunks that an indexed reader keeps decompressed at the same time.
  public var openChunks = 64
  /// Messages that an indexed reader notes at most, at 16 bytes each, while it waits for a chunk that
  /// starts before they end.
  public var waitingMessages = 64 << 20

  /// 256 MiB per chunk, 1 GiB per record, 64 open chunks, 64 Mi messages that wait.
  public init() {}
}
