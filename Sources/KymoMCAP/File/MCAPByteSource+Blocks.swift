extension MCAPByteSource {
  /// Reads the first bytes of a file, or all that there are, block by block.
  ///
  /// - Parameters:
  ///   - end: where to stop, in bytes from the start of the file.
  ///   - visit: given each block, of 256 KiB but for the last.
  /// - Throws: `system`.
  /// - Complexity: O(bytes), with one block in memory.
  package func visitBlocks(upTo end: UInt64, _ visit: (RawSpan) -> Void) throws(MCAPError) {
    try visitBlocks(0..<end) { (block) throws(MCAPError) in visit(block) }
  }

  /// Reads a range of a file, or what there is of it, block by block.
  ///
  /// - Parameters:
  ///   - range: which bytes of the file.
  ///   - visit: given each block, of 256 KiB but for the last.
  /// - Throws: `system`, or what `visit` throws.
  /// - Complexity: O(bytes), with one block in memory.
  func visitBlocks(
    _ range: Range<UInt64>,
    _ visit: (RawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    var buffer = UnsafeMCAPBuffer(capacity: 256 << 10)
    var offset = range.lowerBound
    while offset < range.upperBound {
      buffer.clear()
      let (place, left) = (offset, range.upperBound - offset)
      try buffer.append(limit: Int(min(left, 256 << 10))) { output throws(MCAPError) in
        try read(at: place, into: &output)
      }
      guard buffer.count > 0 else { break }
      try buffer.withBytes(0..<buffer.count) { (block) throws(MCAPError) in try visit(block) }
      offset += UInt64(buffer.count)
    }
  }
}
