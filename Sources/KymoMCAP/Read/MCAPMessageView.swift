/// One message inside a decoded chunk; its data stays in the decoder's buffer.
@frozen public struct MCAPMessageView: BitwiseCopyable, Sendable {
  @usableFromInline static var overhead: Int { 31 }

  /// The channel to which it belongs.
  public let channelID: UInt16
  /// The number that its publisher gave it, or 0.
  public let sequence: UInt32
  /// When it was recorded, in ns.
  public let logTime: UInt64
  /// When it was published, in ns.
  public let publishTime: UInt64
  /// Where its data starts in the decoder's buffer, in bytes.
  public let dataOffset: Int
  /// Bytes of its data.
  public let dataLength: Int

  @inlinable init(
    channelID: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    dataOffset: Int,
    dataLength: Int
  ) {
    self.channelID = channelID
    self.sequence = sequence
    self.logTime = logTime
    self.publishTime = publishTime
    self.dataOffset = dataOffset
    self.dataLength = dataLength
  }

  /// Where the message's record starts in the decoder's buffer, in bytes.
  @inlinable public var offset: Int { dataOffset &- Self.overhead }
  /// The bytes of the data in the decoder's buffer.
  @inlinable public var dataRange: Range<Int> { dataOffset..<dataOffset &+ dataLength }
}
