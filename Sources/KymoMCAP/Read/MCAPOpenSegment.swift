/// A segment that a cursor is in the middle of.
final class MCAPOpenSegment {
  let segment: MCAPSegment
  /// The place of its first byte among the records of all segments.
  let base: UInt64
  /// How many of its messages are wanted and were not given out.
  var left = 0
  /// Its records, if ``isDecoded``; otherwise memory for others.
  var records: UnsafeMCAPBuffer
  /// Whether the records are in this memory.
  var isDecoded = false
  /// When it was used last, counted in changes from one segment to another.
  var lastUse: UInt64 = 0

  init(_ segment: MCAPSegment, base: UInt64, records: consuming UnsafeMCAPBuffer) {
    self.segment = segment
    self.base = base
    self.records = records
  }
}
