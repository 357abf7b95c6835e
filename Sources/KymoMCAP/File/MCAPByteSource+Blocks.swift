extension MCAPByteSource {
  /// Reads the first bytes of a file, or all that there are, block by block.
  ///
  /// - Parameters:
  ///   - end: where to stop, in bytes from the start of the file.
  ///   - visit: given each block, of 256 KiB but for the last.
  /// - Throws: `system`.
  /// - Complexity: O(bytes), with one block in memory.
  package func visitBlocks(upTo end: UInt64, _ visit: (RawSpan) -> Void) throws(MCAPError) {
    var buffer = UnsafeMCAPBuffer(capacity: 256 << 10)
    var offset: UInt64 = 0
    while offset < end {
      buffer.clear()
      let place = offset
      try buffer.append(limit: Int(min(end - offset, 256 << 10))) { output throws(MCAPError) in
        try read(at: place, into: &output)
      }
      guard buffer.count > 0 else { break }
      buffer.withBytes(0..<buffer.count) { visit($0) }
      offset += UInt64(buffer.count)
    }
  }
}
