/// Where a chunk lies and what is in it.
public struct MCAPChunkIndex: Sendable, Equatable {
  /// The earliest log time of its messages, in ns; 0 without messages.
  public var startTime: UInt64
  /// The latest log time of its messages, in ns; 0 without messages.
  public var endTime: UInt64
  /// Byte offset of the chunk record.
  public var chunkOffset: UInt64
  /// Bytes of the chunk record, prefix included.
  public var chunkLength: UInt64
  /// Byte offset of the message index record of each channel.
  public var messageIndexOffsets: MCAPChannelValues
  /// Bytes of all message index records after the chunk.
  public var messageIndexLength: UInt64
  /// The compression by its name in the file.
  public var compression: String
  /// Bytes of the records in the file.
  public var compressedSize: UInt64
  /// Bytes of the records in memory.
  public var uncompressedSize: UInt64

  /// Puts a record together from its fields.
  public init(
    startTime: UInt64,
    endTime: UInt64,
    chunkOffset: UInt64,
    chunkLength: UInt64,
    messageIndexOffsets: MCAPChannelValues = MCAPChannelValues(),
    messageIndexLength: UInt64,
    compression: String,
    compressedSize: UInt64,
    uncompressedSize: UInt64
  ) {
    self.startTime = startTime
    self.endTime = endTime
    self.chunkOffset = chunkOffset
    self.chunkLength = chunkLength
    self.messageIndexOffsets = messageIndexOffsets
    self.messageIndexLength = messageIndexLength
    self.compression = compression
    self.compressedSize = compressedSize
    self.uncompressedSize = uncompressedSize
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    startTime = try fields.integer()
    endTime = try fields.integer()
    chunkOffset = try fields.integer()
    chunkLength = try fields.integer()
    messageIndexOffsets = try MCAPChannelValues(&fields)
    messageIndexLength = try fields.integer()
    compression = try fields.string()
    compressedSize = try fields.integer()
    uncompressedSize = try fields.integer()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.chunkIndex)
    buffer.put(startTime)
    buffer.put(endTime)
    buffer.put(chunkOffset)
    buffer.put(chunkLength)
    messageIndexOffsets.encode(into: &buffer)
    buffer.put(messageIndexLength)
    buffer.put(string: compression)
    buffer.put(compressedSize)
    buffer.put(uncompressedSize)
    buffer.endRecord(mark)
  }
}
