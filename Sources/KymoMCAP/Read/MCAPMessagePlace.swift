/// Where a message stands in the order of a file, and where its record lies.
@frozen @usableFromInline struct MCAPMessagePlace: BitwiseCopyable, Sendable {
  /// The log time in ns.
  @usableFromInline let time: UInt64
  /// The bytes of records before it, of all segments that are read, decompressed and in the order of the file.
  @usableFromInline let place: UInt64

  @inlinable init(time: UInt64, place: UInt64) {
    self.time = time
    self.place = place
  }
}
