/// Messages of one channel that were kept from a chunk whose checksum is wrong.
///
/// Each of them is whole by its lengths; whether its bytes are those that were written nobody can say.
public struct MCAPSuspectMessages: Sendable, Equatable {
  /// The byte of the file at which the chunk starts.
  public let chunkOffset: UInt64
  /// The channel.
  public let channelID: UInt16
  /// The topic of the channel.
  public let topic: String
  /// How many messages there are.
  public internal(set) var count: UInt64
  /// The bytes from the first of the messages to the end of the last, among the uncompressed records of the
  /// chunk.
  public internal(set) var bytes: Range<UInt64>
}
