import KymoCore

/// The thread that loads the chunks of a file ahead of its reader; letting go of it waits until the thread has ended.
final class MCAPChunkAhead {
  private let chunks: UnsafeMCAPChunkAhead
  private let thread: JoiningThread

  /// Starts to load the chunks among the segments of a file, in their order.
  init(_ source: MCAPFileSource, _ segments: [MCAPSegment], limits: MCAPLimits) {
    let chunks = UnsafeMCAPChunkAhead(source, segments, limits: limits)
    self.chunks = chunks
    thread = JoiningThread { chunks.work() }
  }

  deinit { chunks.end() }

  /// Puts a chunk into a decoder and its counts, in exchange for what was there.
  ///
  /// - Returns: what is wrong with the chunk, and the checksum of what is stored; nil if it is not loaded ahead.
  /// - Throws: `system`.
  func take(
    _ segment: MCAPSegment,
    _ decoder: inout MCAPChunkDecoder,
    _ counts: inout MCAPChunkTally
  ) throws(MCAPError) -> (problem: MCAPError?, storedChecksum: MCAPChecksum)? {
    try chunks.take(segment, &decoder, &counts)
  }
}
