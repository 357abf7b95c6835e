import Glibc

/// Attachments of other files, copied block by block, so that memory does not depend on their length.
extension MCAPWriter {
  /// Copies an attachment of another file, whose checksum is made anew.
  ///
  /// - Throws: `system` if the sink fails, or the file cannot be read; the new file is then torn.
  /// - Complexity: O(bytes), with one block of them in memory.
  package mutating func copy(
    _ attachment: MCAPStoredAttachment,
    from source: any MCAPByteSource
  ) throws(MCAPError) {
    let data = attachment.dataOffset..<attachment.dataOffset + attachment.size
    try append(attachment.fields, size: attachment.size) { write throws(MCAPError) in
      var left = data
      try source.visitBlocks(data) { (block) throws(MCAPError) in
        try write(block)
        left = left.lowerBound + UInt64(block.byteCount)..<left.upperBound
      }
      guard left.isEmpty else {
        throw MCAPError(.system(EIO), at: left.lowerBound, "the file ends before its size")
      }
    }
  }
}

extension MCAPStoredAttachment {
  /// Reads the fields of the attachment at a byte of a file, and compares its checksum.
  ///
  /// - Throws: `malformed` or `truncated`; `checksum` if it is damaged; `system`.
  /// - Complexity: O(bytes), with one block of them in memory.
  package init(at offset: UInt64, in source: any MCAPByteSource) throws(MCAPError) {
    var window = try MCAPWindow(source)
    let prefix = try window.prefix(at: offset)
    guard prefix.kind == .attachment else {
      throw .record(.index, "attachment index", at: offset, "there is a \(prefix.name)")
    }
    try self.init(prefix, &window)
    if case .differs(let found, let says) = try checksum(&window) {
      throw .checksum("attachment", at: offset, is: found, says: says)
    }
  }

  /// The checksum of its data, by which two are told apart.
  ///
  /// - Throws: `system`.
  /// - Complexity: O(bytes), with one block of them in memory.
  package func dataChecksum(in source: any MCAPByteSource) throws(MCAPError) -> UInt32 {
    try MCAPChecksum.of(source, dataOffset..<dataOffset + size).value
  }

  /// Its data.
  ///
  /// - Throws: `limit` if it is longer than that many bytes; `truncated`; `system`.
  package func data(
    in source: any MCAPByteSource,
    limit: Int
  ) throws(MCAPError) -> [UInt8] {
    guard size <= UInt64(limit) else {
      let problem = "\(size) bytes of data, where \(limit) are the most"
      throw .record(.limit, "attachment", at: dataOffset, problem)
    }
    var data: [UInt8] = []
    try source.visitBlocks(dataOffset..<dataOffset + size) { (block) throws(MCAPError) in
      data.append(copying: block)
    }
    guard UInt64(data.count) == size else {
      throw .record(.truncated, "attachment", at: dataOffset, "the file ends before its data does")
    }
    return data
  }
}
