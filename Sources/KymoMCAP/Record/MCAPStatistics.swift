/// Counts and times of the whole file.
public struct MCAPStatistics: Sendable, Equatable {
  /// Messages.
  public var messageCount: UInt64
  /// Schemas with different ids.
  public var schemaCount: UInt16
  /// Channels with different ids.
  public var channelCount: UInt32
  /// Attachments.
  public var attachmentCount: UInt32
  /// Metadata records.
  public var metadataCount: UInt32
  /// Chunks.
  public var chunkCount: UInt32
  /// The earliest log time, in ns; 0 without messages.
  public var messageStartTime: UInt64
  /// The latest log time, in ns; 0 without messages.
  public var messageEndTime: UInt64
  /// Messages of each channel.
  public var channelMessageCounts: MCAPChannelValues

  /// Puts a record together from its fields.
  public init(
    messageCount: UInt64,
    schemaCount: UInt16,
    channelCount: UInt32,
    attachmentCount: UInt32,
    metadataCount: UInt32,
    chunkCount: UInt32,
    messageStartTime: UInt64,
    messageEndTime: UInt64,
    channelMessageCounts: MCAPChannelValues = MCAPChannelValues()
  ) {
    self.messageCount = messageCount
    self.schemaCount = schemaCount
    self.channelCount = channelCount
    self.attachmentCount = attachmentCount
    self.metadataCount = metadataCount
    self.chunkCount = chunkCount
    self.messageStartTime = messageStartTime
    self.messageEndTime = messageEndTime
    self.channelMessageCounts = channelMessageCounts
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    messageCount = try fields.integer()
    schemaCount = try fields.integer()
    channelCount = try fields.integer()
    attachmentCount = try fields.integer()
    metadataCount = try fields.integer()
    chunkCount = try fields.integer()
    messageStartTime = try fields.integer()
    messageEndTime = try fields.integer()
    channelMessageCounts = try MCAPChannelValues(&fields)
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.statistics)
    buffer.put(messageCount)
    buffer.put(schemaCount)
    buffer.put(channelCount)
    buffer.put(attachmentCount)
    buffer.put(metadataCount)
    buffer.put(chunkCount)
    buffer.put(messageStartTime)
    buffer.put(messageEndTime)
    channelMessageCounts.encode(into: &buffer)
    buffer.endRecord(mark)
  }
}

extension MCAPStatistics {
  /// Those of a file before its first message: the least time is that of any.
  static var ofNothing: MCAPStatistics {
    MCAPStatistics(
      messageCount: 0,
      schemaCount: 0,
      channelCount: 0,
      attachmentCount: 0,
      metadataCount: 0,
      chunkCount: 0,
      messageStartTime: .max,
      messageEndTime: 0
    )
  }
}
