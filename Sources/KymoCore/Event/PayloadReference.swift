/// Where the bytes of a variable-length message lie in the arena of the ring that carries its event.
@frozen public struct PayloadReference: BitwiseCopyable, Sendable, Equatable {
  /// The free-running position of the first byte; the arena reduces it to an index.
  public var offset: UInt64
  /// How many bytes the message has.
  public var length: UInt32
  /// What the source says of the message beside its bytes, such as how it was transported.
  public var tag: UInt32

  /// Names `length` bytes from `offset` on.
  @inlinable public init(offset: UInt64, length: UInt32, tag: UInt32 = 0) {
    self.offset = offset
    self.length = length
    self.tag = tag
  }
}
