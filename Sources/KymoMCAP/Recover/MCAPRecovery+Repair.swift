/// Chunks whose own fields do not lead to their records any more.
///
/// One bit of a length, a size or the name of the compression is enough for that, and the records are whole. They
/// are found by what the summary says of the chunk, or on trial: a compressed frame knows its own end, and the
/// checksum proves that they are what was written.
extension MCAPRecovery {
  /// Bytes of a chunk's content before the name of its compression.
  private static let bytesBeforeName: UInt64 = 32
  /// Where the checksum stands in the content.
  private static let checksumPlace: UInt64 = 24

  /// Loads the records of a chunk that cannot be read as its fields say.
  ///
  /// - Parameters:
  ///   - offset: Where the chunk starts.
  ///   - ordinary: What the fields say, if they make sense; it was read before.
  /// - Returns: Where the records lie; nil if there are none of which a checksum or agreeing sizes prove that they
  ///   are whole, and then something else may be loaded.
  /// - Throws: `system` only.
  mutating func repair(
    _ offset: UInt64,
    besides ordinary: MCAPSegment? = nil
  ) throws(MCAPError) -> MCAPSegment? {
    // Nothing under a checksum that holds needs it.
    guard !isSound else { return nil }
    let limit = UInt64(limits.chunkBytes)
    // Of what has more records than it says, all that were said are loaded.
    let isFull = ordinary.map { UInt64(decoder.byteCount) == $0.uncompressedSize } ?? false
    for segment in try candidates(offset) {
      let declared = segment.uncompressedSize
      let isTried =
        segment.compression == ordinary?.compression
        && segment.recordsOffset == ordinary?.recordsOffset
        && segment.compressedSize == ordinary?.compressedSize
        && declared == ordinary?.uncompressedSize
      if isTried, !isFull { continue }
      for maximum in declared < limit && !isTried ? [declared, limit] : [limit] {
        let found = try decoder.trial(segment, uncompressedMaximum: Int(maximum), from: source)
        if let found { return found }
        // A larger room is of use only to what has filled this one.
        if segment.compression == .none || UInt64(decoder.byteCount) < maximum { break }
      }
    }
    return nil
  }

  /// Where the records of a chunk may lie, the likeliest first.
  private mutating func candidates(_ offset: UInt64) throws(MCAPError) -> [MCAPSegment] {
    let content = offset + UInt64(MCAPFormat.prefixBytes)
    guard let length: UInt64 = try window.integer(at: offset + 1),
      let size: UInt64 = try window.integer(at: content + 16),
      let checksum: UInt32 = try window.integer(at: content + Self.checksumPlace)
    else { return [] }
    var found: [MCAPSegment] = []
    let chunk = chunks[offset]
    for compression in MCAPCompression.allCases {
      let name = UInt64(compression.rawValue.utf8.count)
      let records = content + Self.bytesBeforeName + name + 8
      guard records < window.size, try startsFrame(compression, at: records),
        let stored: UInt64 = try window.integer(at: records - 8)
      else { continue }
      let left = min(window.size - records, UInt64(limits.recordBytes))
      let fields = records - content
      let isIndexed = chunk?.compression == compression.rawValue
      var sizes = [stored, length >= fields ? length - fields : left]
      if let chunk, isIndexed { sizes.insert(chunk.compressedSize, at: 0) }
      if compression == .none {
        sizes.append(size)
      } else {
        // No compressor makes more of it than that; the frame knows its end.
        sizes.append(min(left, max(size, stored) &+ (1 << 10)))
      }
      if compression == .none, checksum == 0 {
        // Two of what states the size must agree, where nothing proves it.
        sizes = sizes.filter { size in sizes.count { $0 == size } > 1 }
      }
      for count in sizes where count <= left {
        let whole = chunk.flatMap { isIndexed ? $0.uncompressedSize : nil }
        for declared in [whole, compression == .none ? count : size].compactMap(\.self) {
          let segment = MCAPSegment(
            kind: .chunk,
            offset: offset,
            length: fields + count + UInt64(MCAPFormat.prefixBytes),
            startTime: 0,
            endTime: .max,
            compression: compression,
            recordsOffset: records,
            compressedSize: count,
            uncompressedSize: declared,
            uncompressedCRC: checksum
          )
          if !found.contains(segment) { found.append(segment) }
        }
      }
    }
    return found
  }

  /// Whether what a compressor writes starts at a byte; uncompressed records may start anywhere.
  private mutating func startsFrame(
    _ compression: MCAPCompression,
    at offset: UInt64
  ) throws(MCAPError) -> Bool {
    guard let magic: UInt32 = try window.integer(at: offset) else { return false }
    return switch compression {
    case .none: true
    case .lz4: magic == 0x184D_2204
    case .zstd: magic == 0xFD2F_B528
    }
  }
}
