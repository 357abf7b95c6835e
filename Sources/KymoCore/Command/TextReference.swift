/// Where a text lies in the memory of an ``Exchange``.
@frozen public struct TextReference: BitwiseCopyable, Sendable, Equatable {
  /// The first byte.
  @usableFromInline let offset: UInt32
  /// How many bytes of UTF-8 the text has.
  public let length: UInt32

  @inlinable init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }
}
