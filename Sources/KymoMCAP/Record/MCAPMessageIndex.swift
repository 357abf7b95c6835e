/// Where the messages of one channel lie in the chunk before.
public struct MCAPMessageIndex: Sendable, Equatable {
  /// The place of one message.
  public struct Entry: Sendable, Equatable {
    /// The log time of the message, in ns.
    public var logTime: UInt64
    /// Bytes from the start of the uncompressed records to the opcode of the message.
    public var offset: UInt64

    /// Notes the place of a message.
    public init(logTime: UInt64, offset: UInt64) {
      self.logTime = logTime
      self.offset = offset
    }
  }

  /// The channel.
  public var channelID: UInt16
  /// The messages; not always sorted.
  public var entries: [Entry]

  /// Puts a record together from its fields.
  public init(channelID: UInt16, entries: [Entry]) {
    self.channelID = channelID
    self.entries = entries
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    channelID = try fields.integer()
    let end = try fields.blockEnd()
    entries = []
    entries.reserveCapacity((end - fields.position) / 16)
    while fields.position < end {
      let logTime: UInt64 = try fields.integer()
      entries.append(Entry(logTime: logTime, offset: try fields.integer()))
    }
    try fields.expect(end)
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.messageIndex)
    buffer.put(channelID)
    buffer.put(UInt32(entries.count * 16))
    for entry in entries {
      buffer.put(entry.logTime)
      buffer.put(entry.offset)
    }
    buffer.endRecord(mark)
  }
}
