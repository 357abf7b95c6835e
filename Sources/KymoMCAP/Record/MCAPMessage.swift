/// One message, with a copy of its data.
public struct MCAPMessage: Sendable, Equatable {
  /// The channel to which it belongs.
  public var channelID: UInt16
  /// The number that its publisher gave it, or 0.
  public var sequence: UInt32
  /// When it was recorded, in ns.
  public var logTime: UInt64
  /// When it was published, in ns; equal to ``logTime`` if not known.
  public var publishTime: UInt64
  /// The encoded message.
  public var data: [UInt8]

  /// Puts a record together from its fields.
  public init(
    channelID: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    data: [UInt8]
  ) {
    self.channelID = channelID
    self.sequence = sequence
    self.logTime = logTime
    self.publishTime = publishTime
    self.data = data
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    channelID = try fields.integer()
    sequence = try fields.integer()
    logTime = try fields.integer()
    publishTime = try fields.integer()
    data = fields.rest()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.message)
    buffer.put(channelID)
    buffer.put(sequence)
    buffer.put(logTime)
    buffer.put(publishTime)
    buffer.put(bytes: data)
    buffer.endRecord(mark)
  }
}
