import KymoRecording

/// A file of XML, read from its beginning to its end.
struct XMLSource {
  /// The file.
  let file: ImportFile
  /// The names that are looked for, the most frequent first.
  let words: [XMLWord]
  /// How many bytes a tag may have.
  let longestTag: Int

  /// How much is read at a time, in bytes.
  private static let chunkBytes = 1 << 17

  /// Reads the document and hands out what is in it, a block at a time.
  ///
  /// - Parameters:
  ///   - encoding: the encoding, whatever the document says; nil if the document is to be believed.
  ///   - take: gets the blocks, and may empty them.
  /// - Returns: why it could not be read to its end; nil if it was.
  /// - Throws: ``ImportError`` when the file cannot be read, or when it is what `take` throws.
  func read(
    encoding: String?,
    _ take: (inout XMLBlock) throws(ImportError) -> Void
  ) throws(ImportError) -> XMLProblem? {
    let parser = UnsafeXMLParser(words: words, encoding: encoding, longestTag: longestTag)
    var block = XMLBlock()
    let reader = try file.content?.open()
    var chunk: [UInt8] = []
    var place = 0
    while true {
      chunk.removeAll(keepingCapacity: true)
      if let reader {
        while chunk.count < Self.chunkBytes {
          let before = chunk.count
          try reader.read(Self.chunkBytes - before, into: &chunk)
          if chunk.count == before { break }
        }
      } else {
        let end = min(file.bytes.count, place + Self.chunkBytes)
        chunk += file.bytes[place..<end]
        place = end
      }
      let isLast = chunk.count < Self.chunkBytes
      var problem: XMLProblem?
      do throws(XMLProblem) {
        try parser.read(chunk, isLast: isLast, into: &block)
      } catch { problem = error }
      try take(&block)
      if problem != nil || isLast { return problem }
    }
  }
}
