/// The place of a message in the one order that every reader agrees on.
struct MCAPMessageKey: Comparable {
  var logTime: UInt64
  /// The file's byte at which the chunk starts.
  var segmentOffset: UInt64
  /// Bytes from the start of the chunk's records.
  var offset: UInt64

  static func < (left: Self, right: Self) -> Bool {
    (left.logTime, left.segmentOffset, left.offset)
      < (right.logTime, right.segmentOffset, right.offset)
  }
}
