/// A block of schemas, channels and messages, as it is stored.
public struct MCAPChunk: Sendable, Equatable {
  /// The earliest log time of its messages, in ns; 0 without messages.
  public var startTime: UInt64
  /// The latest log time of its messages, in ns; 0 without messages.
  public var endTime: UInt64
  /// Bytes of the records in memory.
  public var uncompressedSize: UInt64
  /// CRC-32 of the uncompressed records, or 0 if not computed.
  public var uncompressedCRC: UInt32
  /// The compression by its name in the file.
  public var compression: String
  /// The records, perhaps compressed.
  public var records: [UInt8]

  /// Puts a record together from its fields.
  public init(
    startTime: UInt64,
    endTime: UInt64,
    uncompressedSize: UInt64,
    uncompressedCRC: UInt32,
    compression: String,
    records: [UInt8]
  ) {
    self.startTime = startTime
    self.endTime = endTime
    self.uncompressedSize = uncompressedSize
    self.uncompressedCRC = uncompressedCRC
    self.compression = compression
    self.records = records
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    startTime = try fields.integer()
    endTime = try fields.integer()
    uncompressedSize = try fields.integer()
    uncompressedCRC = try fields.integer()
    compression = try fields.string()
    records = try fields.longBytes()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.chunk)
    buffer.put(startTime)
    buffer.put(endTime)
    buffer.put(uncompressedSize)
    buffer.put(uncompressedCRC)
    buffer.put(string: compression)
    buffer.put(UInt64(records.count))
    buffer.put(bytes: records)
    buffer.endRecord(mark)
  }
}
