/// The event that a reply answers.
@frozen public enum ReplyCause: BitwiseCopyable, Hashable, Sendable {
  /// Nothing: the device speaks by itself.
  case unsolicited
  /// The request of this source and sequence: two sources number their requests alike.
  case request(SourceID, UInt32)
}
