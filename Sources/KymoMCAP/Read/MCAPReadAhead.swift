import KymoCore

/// Segments that a thread loads ahead of who walks their messages; letting go of it ends the thread.
package final class MCAPReadAhead {
  private let queue: UnsafeMCAPReadAhead
  private let thread: Thread

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - source: the file; its size is known.
  ///   - segments: what to load, in this order.
  ///   - limits: what is allocated at most for each.
  package init(_ source: any MCAPByteSource, _ segments: [MCAPSegment], limits: MCAPLimits) {
    let queue = UnsafeMCAPReadAhead(source, segments, limits: limits)
    self.queue = queue
    thread = Thread { queue.load() }
  }

  deinit { queue.stop() }

  /// Makes `decoder` hold the next segment, as its own `load` would.
  ///
  /// - Precondition: there is one, and none before threw.
  /// - Throws: what `load` would.
  package func load(into decoder: inout MCAPChunkDecoder) throws(MCAPError) {
    try queue.take(into: &decoder)
  }
}
