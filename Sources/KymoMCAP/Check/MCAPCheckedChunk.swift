/// The facts that a strict reading remembers of a chunk, to hold the summary against it.
struct MCAPCheckedChunk {
  var offset: UInt64
  /// Bytes of the record, prefix included.
  var length: UInt64
  var startTime: UInt64
  var endTime: UInt64
  var compression: String
  var compressedSize: UInt64
  var uncompressedSize: UInt64
  /// Where the message indexes behind it lie.
  var messageIndexes: [MCAPChannelValues.Entry] = []
  /// Bytes of the message indexes behind it.
  var messageIndexLength: UInt64 = 0
  /// Whether its records were read, so that indexes can be compared with them.
  var isReadable = false
  /// Whether a chunk index for it was met.
  var isIndexed = false

  /// The first way in which an index says something else, in words; nil if it says what is there.
  func difference(from index: MCAPChunkIndex) -> String? {
    let numbers: [(String, UInt64, UInt64)] = [
      ("a length of", index.chunkLength, length),
      ("a start at", index.startTime, startTime),
      ("an end at", index.endTime, endTime),
      ("a compressed size of", index.compressedSize, compressedSize),
      ("an uncompressed size of", index.uncompressedSize, uncompressedSize),
    ]
    for (what, says, found) in numbers where says != found {
      return "it claims \(what) \(says) for the chunk at byte \(offset), which is \(found)"
    }
    guard index.compression == compression else {
      return "it claims another compression for the chunk at byte \(offset)"
    }
    // Without places it says that there are no message indexes, or that nobody noted them.
    let places = index.messageIndexOffsets.entries
    guard !places.isEmpty else { return nil }
    guard index.messageIndexLength == messageIndexLength else {
      let says = index.messageIndexLength
      return "it claims \(says) bytes of message indexes, and there are \(messageIndexLength)"
    }
    for entry in places where !messageIndexes.contains(entry) {
      return "it claims a message index of channel \(entry.channelID) at byte \(entry.value)"
    }
    guard places.count == messageIndexes.count else {
      return "it names \(places.count) message indexes, and there are \(messageIndexes.count)"
    }
    return nil
  }
}
