/// The knowledge of a broken file before it is walked: all of it under a checksum.
struct MCAPRecoverySurvey {
  /// The summary's statement on a chunk.
  struct Chunk {
    var length: UInt64
    var compression: String
    var compressedSize: UInt64
    var uncompressedSize: UInt64
  }

  /// The definitions for which a checksum vouches.
  var catalog = MCAPCatalog()
  /// The chunks by their first byte; none if no checksum covers the summary.
  private(set) var chunks: [UInt64: Chunk] = [:]  // Looked up, never iterated.

  /// Takes over where the chunks lie.
  mutating func note(_ summary: MCAPSummary) {
    guard summary.footer.summaryCRC != 0 else { return }
    for index in summary.chunkIndexes {
      chunks[index.chunkOffset] = Chunk(
        length: index.chunkLength,
        compression: index.compression,
        compressedSize: index.compressedSize,
        uncompressedSize: index.uncompressedSize
      )
    }
  }
}
