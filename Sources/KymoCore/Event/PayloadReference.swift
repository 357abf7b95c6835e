/// Where the bytes of a variable-length message lie in the arena of the ring that carries its event.
@frozen public struct PayloadReference: BitwiseCopyable, Sendable, Equatable {
  /// The free-running position of the first byte; the arena reduces it to an index.
  public var offset: UInt64
  /// How many bytes the message has.
  public var length: UInt32
  /// A remark of the source on the message, such as how it was transported; the highest bit is set for a
  /// message with a ``refusal``.
  public var tag: UInt32

  /// Names `length` bytes from `offset` on.
  @inlinable public init(offset: UInt64, length: UInt32, tag: UInt32 = 0) {
    self.offset = offset
    self.length = length
    self.tag = tag
  }

  /// Names the bytes of a message that its source could not read, and why.
  ///
  /// A dispatcher gives the event of such a message to no handler and to no decoder: its outcome is
  /// ``OutcomeStatus/malformed`` with this error.
  @inlinable public init(offset: UInt64, length: UInt32, refused error: HandlerError) {
    self.init(offset: offset, length: length, tag: 1 << 31 | UInt32(error.code))
  }

  /// Why the source could not read the message; nil if it could.
  @inlinable public var refusal: HandlerError? {
    tag >> 31 == 0 ? nil : HandlerError(code: UInt16(truncatingIfNeeded: tag))
  }
}
