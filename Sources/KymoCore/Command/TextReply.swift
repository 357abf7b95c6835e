/// A reply of kind ``ReplyKind/text``: how long it is and what it answers.
///
/// The bytes themselves are handed to ``OutcomeSink/record(_:_:digest:message:reply:)``.
@frozen public struct TextReply: BitwiseCopyable, Sendable, Equatable {
  /// How many bytes of UTF-8 the text has.
  public var length: UInt32
  /// The event that it answers.
  public var cause: ReplyCause
  /// A hash of the bytes, once a trace has looked at them; 0 before.
  public var hash: UInt64 = 0

  /// Describes a text.
  @inlinable public init(length: UInt32, cause: ReplyCause) {
    self.length = length
    self.cause = cause
  }
}

extension Payload {
  /// The payload of a text reply.
  ///
  /// In the third word lie the sequence, a 1 if there is a cause, and its source unless that is the bridge.
  @inlinable public init(_ reply: TextReply) {
    self.init()
    word0 = UInt64(reply.length)
    word1 = reply.hash
    guard case .request(let source, let sequence) = reply.cause else { return }
    let other = source == .bridge ? 0 : UInt64(source.rawValue)
    word2 = UInt64(sequence) | 1 << 32 | other << 40
  }

  /// The first 24 bytes as a text reply; meaningful for ``ReplyKind/text``.
  @inlinable public var textReply: TextReply {
    var cause = ReplyCause.unsolicited
    if UInt8(truncatingIfNeeded: word2 >> 32) == 1 {
      let other = UInt8(truncatingIfNeeded: word2 >> 40)
      let source = other == 0 ? SourceID.bridge : SourceID(rawValue: other)
      cause = .request(source, UInt32(truncatingIfNeeded: word2))
    }
    var reply = TextReply(length: UInt32(truncatingIfNeeded: word0), cause: cause)
    reply.hash = word1
    return reply
  }
}
