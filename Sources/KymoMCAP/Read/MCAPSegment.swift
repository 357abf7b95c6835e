/// A piece of the data section that is read and decoded at once: a chunk, or a run of messages.
public struct MCAPSegment: Sendable, Equatable {
  /// A kind of piece.
  public enum Kind: Sendable, Equatable {
    /// A chunk.
    case chunk
    /// Consecutive messages outside chunks, about 1 MiB of them.
    case messages
  }

  /// The kind of piece.
  public var kind: Kind
  /// The byte of the file at which its first record starts.
  public var offset: UInt64
  /// Bytes of the file that it takes, prefix included.
  public var length: UInt64
  /// The earliest log time, in ns: of a chunk what it claims, of a run what it is.
  ///
  /// A chunk that claims to end before it starts has all times, 0 to the largest.
  public var startTime: UInt64
  /// The latest log time, in ns: of a chunk what it claims, of a run what it is.
  public var endTime: UInt64
  /// How the records are compressed.
  public var compression: MCAPCompression
  /// The byte of the file at which the records start, perhaps compressed.
  public var recordsOffset: UInt64
  /// Bytes of the records in the file.
  public var compressedSize: UInt64
  /// Bytes of the records in memory, as the file claims.
  public var uncompressedSize: UInt64
  /// CRC-32 of the uncompressed records, or 0 if there is none.
  public var uncompressedCRC: UInt32
  /// The channels of its messages, as the message indexes behind the chunk claim; empty if there are none.
  public var indexedChannels: [UInt16] = []

  /// Puts a segment together from its fields.
  public init(
    kind: Kind,
    offset: UInt64,
    length: UInt64,
    startTime: UInt64,
    endTime: UInt64,
    compression: MCAPCompression,
    recordsOffset: UInt64,
    compressedSize: UInt64,
    uncompressedSize: UInt64,
    uncompressedCRC: UInt32
  ) {
    self.kind = kind
    self.offset = offset
    self.length = length
    self.startTime = startTime
    self.endTime = endTime
    self.compression = compression
    self.recordsOffset = recordsOffset
    self.compressedSize = compressedSize
    self.uncompressedSize = uncompressedSize
    self.uncompressedCRC = uncompressedCRC
  }

  /// Reads the fields of a chunk record before its records.
  ///
  /// The `header` is the content of the record, or as much of it as holds the fields.
  init(
    header: [UInt8],
    contentLength: UInt64,
    at offset: UInt64,
    limits: MCAPLimits
  ) throws(MCAPError) {
    var fields = MCAPFields(header, of: "chunk", at: offset)
    kind = .chunk
    self.offset = offset
    length = contentLength + UInt64(MCAPFormat.prefixBytes)
    startTime = try fields.integer()
    endTime = try fields.integer()
    uncompressedSize = try fields.integer()
    uncompressedCRC = try fields.integer()
    let name = try fields.string()
    compressedSize = try fields.integer()
    recordsOffset = offset + UInt64(MCAPFormat.prefixBytes + fields.position)
    guard compressedSize <= contentLength - UInt64(fields.position) else {
      let left = contentLength - UInt64(fields.position)
      throw fields.malformed("records of \(compressedSize) bytes, but \(left) are left")
    }
    guard uncompressedSize <= UInt64(limits.chunkBytes) else {
      let problem =
        "\(uncompressedSize) bytes uncompressed, more than the \(limits.chunkBytes) allowed"
      throw .record(.limit, "chunk", at: offset, problem)
    }
    guard let compression = MCAPCompression(rawValue: name) else {
      throw .record(.unsupported, "chunk", at: offset, "unknown compression \"\(name)\"")
    }
    self.compression = compression
    guard compression != .none || compressedSize == uncompressedSize else {
      let problem = "\(compressedSize) bytes stored, but \(uncompressedSize) declared"
      throw fields.malformed(problem)
    }
    if startTime > endTime {
      // Some writers leave the times of a chunk without messages as they were initialised.
      startTime = 0
      endTime = .max
    }
  }
}
