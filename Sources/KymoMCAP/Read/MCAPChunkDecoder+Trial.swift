/// Reading records of which it is not sure where they end, or how they are compressed.
extension MCAPChunkDecoder {
  /// Loads records on trial.
  ///
  /// - Parameters:
  ///   - segment: Where they may lie; a file that has less has no such chunk.
  ///   - uncompressedMaximum: Bytes of them at most, uncompressed.
  ///   - source: The file.
  /// - Returns: The segment with its true sizes, if a checksum vouches for the records or, where there is none, they
  ///   end where the segment says; nil if these are no records.
  /// - Throws: `system` only.
  /// - Complexity: O(bytes).
  mutating func trial(
    _ segment: MCAPSegment,
    uncompressedMaximum: Int,
    from source: any MCAPByteSource
  ) throws(MCAPError) -> MCAPSegment? {
    begin(segment.offset, isChunk: true)
    let size = Int(segment.compressedSize)
    let read = { (place: UInt64, output: inout OutputRawSpan) throws(MCAPError) in
      try source.read(at: place, into: &output)
    }
    var found = segment
    if segment.compression == .none {
      try Self.fill(&records, size, size, from: segment.recordsOffset, read)
      guard records.count == size else { return nil }
    } else {
      try Self.fill(&input, size, size, from: segment.recordsOffset, read)
      records.clear(reserving: uncompressedMaximum)
      _ = input.decompress(
        segment.compression,
        with: decompressor,
        into: &records,
        limit: uncompressedMaximum
      )
      // What lies behind the last whole frame is another record.
      guard decompressor.frameBytes > 0 else { return nil }
      found.compressedSize = UInt64(decompressor.frameBytes)
    }
    found.uncompressedSize = UInt64(records.count)
    found.length = found.recordsOffset + found.compressedSize - found.offset
    if segment.uncompressedCRC != 0 {
      let checksum = records.checksum(0..<records.count)
      return checksum.value == segment.uncompressedCRC ? found : nil
    }
    return found.compressedSize == segment.compressedSize ? found : nil
  }
}
