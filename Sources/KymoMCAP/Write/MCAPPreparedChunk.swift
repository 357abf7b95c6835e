/// The summary's statement on a chunk, as far as it is known before its place in the file.
struct MCAPPreparedChunk {
  var startTime: UInt64 = 0
  var endTime: UInt64 = 0
  var compression = ""
  var compressedSize = 0
  var uncompressedSize = 0
  /// Where the message index of each channel lies, counted from the first.
  var indexOffsets: [MCAPChannelValues.Entry] = []

  /// The entry of a chunk that lies at a byte of the file.
  func index(at offset: UInt64, length: UInt64, indexLength: UInt64) -> MCAPChunkIndex {
    var index = MCAPChunkIndex(
      startTime: startTime,
      endTime: endTime,
      chunkOffset: offset,
      chunkLength: length,
      messageIndexLength: indexLength,
      compression: compression,
      compressedSize: UInt64(compressedSize),
      uncompressedSize: UInt64(uncompressedSize)
    )
    for entry in indexOffsets {
      index.messageIndexOffsets.entries.append(
        .init(channelID: entry.channelID, value: offset + length + entry.value)
      )
    }
    return index
  }
}
