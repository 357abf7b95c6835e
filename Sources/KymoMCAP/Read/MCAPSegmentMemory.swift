/// A decoder that passes from segment to segment.
final class MCAPSegmentMemory {
  var decoder: MCAPChunkDecoder
  /// When it was used last, counted in messages.
  var lastUse: UInt64 = 0

  init(_ limits: MCAPLimits) {
    decoder = MCAPChunkDecoder(limits: limits)
  }
}
