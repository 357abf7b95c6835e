/// A part of a seekable file in memory that moves with what is asked for.
package struct MCAPWindow: ~Copyable {
  let source: any MCAPByteSource
  /// Bytes of the file.
  let size: UInt64
  private var buffer = UnsafeMCAPBuffer(capacity: 4096)
  /// The byte of the file at which the buffer starts.
  private var start: UInt64 = 0

  /// Looks at a file.
  ///
  /// - Throws: `unsupported` if the source cannot be read out of order.
  package init(_ source: any MCAPByteSource) throws(MCAPError) {
    guard let size = source.size else {
      throw MCAPError(.unsupported, at: 0, "the input cannot be read out of order")
    }
    self.source = source
    self.size = size
  }

  /// Makes bytes of the file available and returns where they are in the buffer.
  ///
  /// - Returns: nil if the file does not have them.
  private mutating func place(_ offset: UInt64, _ count: Int) throws(MCAPError) -> Int? {
    guard offset <= size, UInt64(count) <= size - offset else { return nil }
    if offset >= start, offset - start <= UInt64(buffer.count),
      count <= buffer.count - Int(offset - start)
    {
      return Int(offset - start)
    }
    // Going on where the last read ended asks for more at once than jumping somewhere else.
    let goesOn = offset >= start && offset - start <= UInt64(buffer.count)
    let wanted = max(count, goesOn && start > 0 ? 256 << 10 : 4 << 10)
    buffer.clear()
    start = offset
    let source = source
    try buffer.append(limit: wanted) { output throws(MCAPError) in
      try source.read(at: offset, into: &output)
    }
    return buffer.count >= count ? 0 : nil
  }

  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    at offset: UInt64,
    as type: T.Type = T.self
  ) throws(MCAPError) -> T? {
    guard let place = try place(offset, MemoryLayout<T>.size) else { return nil }
    return buffer.load(at: place)
  }

  /// A copy of bytes of the file, or nil if it does not have them.
  mutating func bytes(at offset: UInt64, count: Int) throws(MCAPError) -> [UInt8]? {
    guard let place = try place(offset, count) else { return nil }
    return buffer.copy(place..<place + count)
  }

  /// Reads opcode and length of the record at `offset`, and checks the length against the file.
  ///
  /// - Throws: `truncated` if the file ends within the record.
  package mutating func prefix(at offset: UInt64) throws(MCAPError) -> MCAPRecordPrefix {
    guard let place = try place(offset, MCAPFormat.prefixBytes) else {
      throw MCAPError.record(.truncated, "record", at: offset, "the file ends")
    }
    let prefix = MCAPRecordPrefix(
      opcode: buffer.load(at: place),
      offset: offset,
      length: buffer.load(at: place + 1)
    )
    guard prefix.opcode != 0 else {
      throw MCAPError.record(.malformed, "record", at: offset, "opcode 0 does not exist")
    }
    let left = size - offset - UInt64(MCAPFormat.prefixBytes)
    guard prefix.length <= left else {
      let problem = "\(prefix.length) bytes, but the file ends after \(left)"
      throw MCAPError.record(.truncated, prefix.name, at: offset, problem)
    }
    return prefix
  }

  /// Reads and decodes the whole record.
  ///
  /// - Returns: nil for a record of an unknown kind.
  package mutating func record(
    _ prefix: MCAPRecordPrefix,
    _ limits: MCAPLimits
  ) throws(MCAPError) -> MCAPRecord? {
    guard prefix.length <= UInt64(limits.recordBytes) else {
      let problem = "\(prefix.length) bytes, more than the \(limits.recordBytes) allowed"
      throw MCAPError.record(.limit, prefix.name, at: prefix.offset, problem)
    }
    guard let content = try bytes(at: prefix.contentOffset, count: Int(prefix.length)) else {
      throw MCAPError.record(.truncated, prefix.name, at: prefix.offset, "the file ends")
    }
    return try MCAPRecord.decode(opcode: prefix.opcode, content: content, at: prefix.offset)
  }
}
