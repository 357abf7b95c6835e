extension MCAPScan {
  /// Compares the checksum over the data section, which covers everything in it: the header, metadata,
  /// attachments, chunks and indexes.
  ///
  /// Chunks have a checksum of their own; this one is for all that is around them, and decompresses nothing.
  /// A file without it passes, and so does one that is cut, of which ``ending`` tells.
  ///
  /// - Parameter source: The file that was scanned.
  /// - Throws: `checksum` if it differs; `malformed` if there are bytes between the data section and the
  ///   summary, which nothing covers; `system`.
  /// - Complexity: O(bytes of the file), at the speed of reading.
  public func checkDataSection(_ source: any MCAPByteSource) throws(MCAPError) {
    guard let dataEnd, let dataEndOffset else { return }
    let end = dataEndOffset + UInt64(MCAPFormat.prefixBytes + 4)
    if let footer = summary?.footer, footer.summaryStart != 0, footer.summaryStart != end {
      let problem = "the summary is said to start at byte \(footer.summaryStart)"
      throw .record(.malformed, "end of the data section", at: end, problem)
    }
    guard dataEnd.dataSectionCRC != 0 else { return }
    let found = try MCAPChecksum.of(source, upTo: dataEndOffset)
    guard found.value != dataEnd.dataSectionCRC else { return }
    let says = dataEnd.dataSectionCRC
    throw .checksum("data section", at: dataEndOffset, is: found.value, says: says)
  }
}

extension MCAPChecksum {
  /// The checksum of the first bytes of a file, or of all that there are.
  static func of(
    _ source: any MCAPByteSource,
    upTo end: UInt64
  ) throws(MCAPError) -> MCAPChecksum {
    try of(source, 0..<end)
  }

  /// The checksum of a range of a file, or of what there is of it.
  static func of(
    _ source: any MCAPByteSource,
    _ range: Range<UInt64>
  ) throws(MCAPError) -> MCAPChecksum {
    var checksum = MCAPChecksum()
    try source.visitBlocks(range) { (block) throws(MCAPError) in checksum.update(block) }
    return checksum
  }
}
