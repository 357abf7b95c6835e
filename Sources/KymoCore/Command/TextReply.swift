/// A reply of kind ``ReplyKind/text``: how long it is and what it answers.
///
/// The bytes lie at the start of the replies' arena until the next event is dispatched: see
/// ``OutcomeSink/willDispatch(_:arena:replies:)``.
@frozen public struct TextReply: BitwiseCopyable, Sendable, Equatable {
  /// How many bytes of UTF-8 the text has.
  public var length: UInt32
  /// What it answers.
  public var cause: ReplyCause
  /// A hash of the bytes, once a trace has looked at them; 0 before.
  public var hash: UInt64 = 0

  /// Describes a text.
  @inlinable public init(length: UInt32, cause: ReplyCause) {
    self.length = length
    self.cause = cause
  }

  /// Where the text lies in the arena of the replies.
  @inlinable public var reference: PayloadReference {
    PayloadReference(offset: 0, length: length)
  }
}

extension Payload {
  /// The payload of a text reply.
  @inlinable public init(_ reply: TextReply) {
    self.init()
    word0 = UInt64(reply.length)
    word1 = reply.hash
    if case .request(let sequence) = reply.cause { word2 = UInt64(sequence) | 1 << 32 }
  }

  /// The first 24 bytes as a text reply; meaningful for ``ReplyKind/text``.
  @inlinable public var textReply: TextReply {
    let isCaused = word2 >> 32 == 1
    var reply = TextReply(
      length: UInt32(truncatingIfNeeded: word0),
      cause: isCaused ? .request(UInt32(truncatingIfNeeded: word2)) : .unsolicited
    )
    reply.hash = word1
    return reply
  }
}
