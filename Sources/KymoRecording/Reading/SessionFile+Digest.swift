public import KymoMCAP

extension SessionFile {
  /// The digest of the bytes of the file, by which others know that it is still the same recording.
  ///
  /// It does not depend on the app that is to handle the events, nor on its version; a recording that is
  /// written anew has another one. It is no defence against forgery.
  ///
  /// - Throws: `system` if the file cannot be read.
  /// - Complexity: O(bytes), with one block in memory.
  public func bytesDigest() throws(MCAPError) -> UInt64 { try Self.bytesDigest(of: source) }

  /// The digest of the bytes of a file.
  static func bytesDigest(of source: any MCAPByteSource) throws(MCAPError) -> UInt64 {
    var digest: UInt64 = 0
    var count: UInt64 = 0
    try source.visitBlocks(upTo: source.size ?? .max) { block in
      digest = UnsafeTraceHash.chain(digest, count, UnsafeTraceHash.text(block))
      count += 1
    }
    return digest
  }
}
