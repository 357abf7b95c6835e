/// What a reply answers.
@frozen public enum ReplyCause: BitwiseCopyable, Hashable, Sendable {
  /// Nothing: the device speaks by itself.
  case unsolicited
  /// The request of this sequence of ``SourceID/bridge``.
  case request(UInt32)
}
