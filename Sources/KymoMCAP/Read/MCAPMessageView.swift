/// One message where it lies: its data stays in the memory of the reader that gave it.
///
/// It is good until that reader moves on: its data must not be asked for after that, from that reader or
/// another.
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
  /// Where its data starts in the reader's memory, in bytes.
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

  /// Where the message's record starts in the reader's memory, in bytes.
  @inlinable public var offset: Int { dataOffset &- Self.overhead }
  /// The bytes of the data in the reader's memory.
  @inlinable public var dataRange: Range<Int> { dataOffset..<dataOffset &+ dataLength }
}
