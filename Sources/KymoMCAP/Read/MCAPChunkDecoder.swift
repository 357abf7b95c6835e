/// Decodes segments one after the other into the same memory, and walks their messages.
///
/// Memory grows to the largest segment and stays; walking neither allocates nor locks.
@safe public struct MCAPChunkDecoder: ~Copyable {
  /// Schemas and channels met so far; may be filled beforehand from a scan.
  public var catalog: MCAPCatalog
  /// The most that is allocated.
  public let limits: MCAPLimits
  /// Whether checksums of chunks are compared.
  public var validatesChecksums = true

  @usableFromInline var records = UnsafeMCAPBuffer(capacity: 64)
  @usableFromInline var position = 0
  var input = UnsafeMCAPBuffer(capacity: 64)
  /// The checksum of the decoded records, if it was computed.
  private var recordsChecksum: MCAPChecksum?
  let decompressor = UnsafeMCAPDecompressor()
  /// The file's byte of the segment, for messages.
  private var offset: UInt64 = 0
  private var isChunk = true

  /// Makes a decoder that holds no segment.
  public init(catalog: MCAPCatalog = MCAPCatalog(), limits: MCAPLimits = MCAPLimits()) {
    self.catalog = catalog
    self.limits = limits
  }

  // MARK: Loading

  /// Reads and decompresses a segment; views of the one before become meaningless.
  ///
  /// - Throws: `system`, `truncated`, `limit`, `malformed` or `checksum`, with the chunk's byte.
  /// - Complexity: O(bytes).
  public mutating func load(
    _ segment: MCAPSegment,
    from source: any MCAPByteSource
  ) throws(MCAPError) {
    let problem = try salvage(segment, from: source)
    if let problem {
      records.clear()
      throw problem
    }
  }

  /// Loads as much of a segment as there is, and says what is wrong with it.
  ///
  /// - Returns: nil if nothing is wrong. Whatever it is, the records up to there can be walked.
  /// - Throws: `system` only.
  mutating func salvage(
    _ segment: MCAPSegment,
    from source: any MCAPByteSource
  ) throws(MCAPError) -> MCAPError? {
    let isSized = source.size != nil
    return try salvage(segment, isSized: isSized) { (place, output) throws(MCAPError) in
      try source.read(at: place, into: &output)
    }
  }

  /// Loads as much of a segment as there is, wherever its bytes come from.
  ///
  /// - Parameters:
  ///   - segment: Where it lies, and how it is stored.
  ///   - isSized: Whether its length was compared with that of the file; otherwise memory grows no faster
  ///     than bytes come.
  ///   - read: Appends the bytes from a place of the file on, until the output is full or the file ends.
  /// - Returns: What is wrong; nil if nothing is.
  /// - Throws: `system` only.
  mutating func salvage(
    _ segment: MCAPSegment,
    isSized: Bool,
    _ read: (UInt64, inout OutputRawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) -> MCAPError? {
    begin(segment.offset, isChunk: segment.kind == .chunk)
    let what = isChunk ? "chunk" : "message"
    guard segment.compressedSize <= UInt64(limits.recordBytes),
      segment.uncompressedSize <= UInt64(limits.chunkBytes) || !isChunk
    else { return .record(.limit, what, at: offset, "more bytes than allowed") }
    let size = Int(segment.compressedSize)
    let step = isSized ? size : min(size, Self.stepBytes)
    guard segment.compression != .none else {
      try Self.fill(&records, size, step, from: segment.recordsOffset, read)
      guard records.count == size else { return cut(what, records.count, size) }
      return checksumProblem(segment.uncompressedCRC)
    }
    try Self.fill(&input, size, step, from: segment.recordsOffset, read)
    let problem = expand(segment.compression, declared: Int(segment.uncompressedSize))
    guard input.count == size else { return cut(what, input.count, size) }
    return problem ?? checksumProblem(segment.uncompressedCRC)
  }

  /// How many bytes a file that cannot tell its size may claim at once.
  private static let stepBytes = 4 << 20

  static func fill(
    _ buffer: inout UnsafeMCAPBuffer,
    _ size: Int,
    _ step: Int,
    from offset: UInt64,
    _ read: (UInt64, inout OutputRawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    buffer.clear(reserving: step)
    while buffer.count < size {
      let before = buffer.count
      let place = offset + UInt64(before)
      try buffer.append(limit: min(step, size - before)) { output throws(MCAPError) in
        try read(place, &output)
      }
      if buffer.count == before { return }
    }
  }

  mutating func begin(_ offset: UInt64, isChunk: Bool) {
    self.offset = offset
    self.isChunk = isChunk
    recordsChecksum = nil
    position = 0
    records.clear()
  }

  private func cut(_ what: String, _ count: Int, _ size: Int) -> MCAPError {
    .record(.truncated, what, at: offset, "\(count) of \(size) bytes, then the file ends")
  }

  /// Decompresses the input and compares the size with the declared one.
  private mutating func expand(_ compression: MCAPCompression, declared: Int) -> MCAPError? {
    records.clear(reserving: declared)
    let ending = input.decompress(compression, with: decompressor, into: &records, limit: declared)
    func malformed(_ problem: String) -> MCAPError {
      .record(.malformed, "chunk", at: offset, problem)
    }
    switch ending {
    case .complete where records.count == declared: return nil
    case .complete:
      return malformed("\(records.count) bytes uncompressed, but \(declared) declared")
    case .cut:
      return malformed("its \(compression.rawValue) data ends after \(records.count) bytes")
    case .overflow: return malformed("more bytes uncompressed than the \(declared) declared")
    case .damaged(let reason):
      return malformed("its \(compression.rawValue) data is damaged: \(reason)")
    }
  }

  private mutating func checksumProblem(_ says: UInt32) -> MCAPError? {
    guard says != 0, validatesChecksums else { return nil }
    let found = records.checksum(0..<records.count)
    recordsChecksum = found
    return found.value == says ? nil : .checksum("chunk", at: offset, is: found.value, says: says)
  }

  /// The checksum of the segment's records as they are stored.
  func storedChecksum(_ compression: MCAPCompression) -> MCAPChecksum {
    guard compression == .none else { return input.checksum(0..<input.count) }
    return recordsChecksum ?? records.checksum(0..<records.count)
  }

  // MARK: Walking

  /// Bytes of decoded records.
  public var byteCount: Int { records.count }

  /// Forgets the decoded records from a byte on, if there are so many.
  mutating func truncate(to count: Int) { records.truncate(to: count) }

  /// Starts again at the first record.
  public mutating func rewind() { position = 0 }

  /// The next message, or nil after the last; schemas and channels on the way go to ``catalog``.
  ///
  /// - Throws: `malformed` or `conflict` for a record that should not be there.
  /// - Complexity: O(1) for messages, whatever their length.
  @inlinable @inline(always)
  public mutating func nextMessage() throws(MCAPError) -> MCAPMessageView? {
    // Inlined, the view stays in registers; returned through memory it is stored in words and loaded in pairs of them,
    // which waits for the stores.
    while true {
      if let message = records.message(at: position) {
        position = message.dataOffset &+ message.dataLength
        return message
      }
      if position == records.count { return nil }
      try nextOther()
    }
  }

  /// Whether all records were walked over.
  var isAtEnd: Bool { position == records.count }

  /// Steps over a record that is no message; nil for one of an unknown kind.
  @discardableResult
  @usableFromInline mutating func nextOther() throws(MCAPError) -> MCAPRecord? {
    let left = records.count - position
    guard left >= MCAPFormat.prefixBytes else {
      throw malformed("\(left) bytes that are not a record")
    }
    let opcode: UInt8 = records.load(at: position)
    let length: UInt64 = records.load(at: position + 1)
    guard length <= UInt64(left - MCAPFormat.prefixBytes) else {
      throw malformed("a record of \(length) bytes, but \(left - MCAPFormat.prefixBytes) are left")
    }
    let start = position + MCAPFormat.prefixBytes
    let end = start + Int(length)
    switch MCAPOpcode(rawValue: opcode) {
    case .schema, .channel:
      let content = records.copy(start..<end)
      guard let record = try MCAPRecord.decode(opcode: opcode, content: content, at: offset) else {
        return nil
      }
      try catalog.register(record, at: offset)
      position = end
      return record
    case nil where opcode != 0:
      position = end
      return nil
    case .message: throw malformed("a message of \(length) bytes, less than its fields")
    default: throw malformed("a record with opcode \(opcode), which must not be there")
    }
  }

  private func malformed(_ problem: String) -> MCAPError {
    let place = "at byte \(position) of its records"
    let what = isChunk ? "chunk" : "run of messages"
    return .record(.malformed, what, at: offset, "\(place), \(problem)")
  }

  // MARK: Data

  /// A copy of a message of the segment that is loaded.
  ///
  /// - Complexity: O(bytes).
  public func message(_ view: MCAPMessageView) -> MCAPMessage { records.message(view) }

  /// Lends the data of a message of the segment that is loaded.
  ///
  /// - Complexity: O(1).
  @inlinable public func withData<R: ~Copyable, E: Error>(
    of view: MCAPMessageView,
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try records.withBytes(view.dataRange, body)
  }

  /// The little-endian integer at a byte of the records; traps outside.
  ///
  /// - Complexity: O(1).
  @inlinable public func load<T: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: T.Type = T.self
  ) -> T {
    records.load(at: offset)
  }

  /// The little-endian word at a byte of the records; traps outside.
  ///
  /// Only the bytes before `end` are read: the others are 0.
  public func loadWord(at offset: Int, upTo end: Int) -> UInt64 {
    if offset + 8 <= end { return records.load(at: offset) }
    var word: UInt64 = 0
    for byte in offset..<max(offset, end) {
      let value: UInt8 = records.load(at: byte)
      word |= UInt64(value) << UInt64((byte - offset) * 8)
    }
    return word
  }

  /// The little-endian double at a byte of the records; traps outside.
  @inlinable public func loadDouble(at offset: Int) -> Double {
    Double(bitPattern: records.load(at: offset))
  }

  /// The message whose record starts at a byte of the records, or nil if there is none.
  public func message(at offset: UInt64) -> MCAPMessageView? {
    offset < UInt64(records.count) ? records.message(at: Int(offset)) : nil
  }
}
