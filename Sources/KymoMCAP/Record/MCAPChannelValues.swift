/// A 64-bit number for each of some channels, in the order of the file.
public struct MCAPChannelValues: Sendable, Equatable {
  /// A channel and its number.
  public struct Entry: Sendable, Equatable {
    /// The id of the channel.
    public var channelID: UInt16
    /// A count or a byte offset.
    public var value: UInt64

    /// Pairs a channel with a number.
    public init(channelID: UInt16, value: UInt64) {
      self.channelID = channelID
      self.value = value
    }
  }

  /// The pairs, in the order in which they are written.
  public var entries: [Entry]

  /// Takes pairs in order.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }

  /// The number of the first pair with this channel, or nil.
  ///
  /// - Complexity: O(n).
  public subscript(channelID: UInt16) -> UInt64? {
    entries.first { $0.channelID == channelID }?.value
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    entries = []
    let end = try fields.blockEnd()
    while fields.position < end {
      let id: UInt16 = try fields.integer()
      entries.append(Entry(channelID: id, value: try fields.integer()))
    }
    try fields.expect(end)
  }

  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginBlock()
    for entry in entries {
      buffer.put(entry.channelID)
      buffer.put(entry.value)
    }
    buffer.endBlock(mark)
  }
}
