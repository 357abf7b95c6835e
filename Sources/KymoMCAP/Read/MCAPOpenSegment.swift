/// A segment that a cursor is in the middle of: its messages in order, and perhaps its bytes.
final class MCAPOpenSegment {
  let segment: MCAPSegment
  /// The messages that are wanted and not yet delivered, the next one last.
  var keys: [MCAPMessageKey] = []
  /// The decoded bytes; nil if their memory was needed for another segment.
  var memory: MCAPSegmentMemory?

  init(_ segment: MCAPSegment) {
    self.segment = segment
  }
}
