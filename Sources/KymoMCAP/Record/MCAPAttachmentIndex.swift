/// Where an attachment lies.
public struct MCAPAttachmentIndex: Sendable, Equatable {
  /// Byte offset of the attachment record.
  public var offset: UInt64
  /// Bytes of the attachment record, prefix included.
  public var length: UInt64
  /// When it was recorded, in ns.
  public var logTime: UInt64
  /// When it was made, in ns, or 0.
  public var createTime: UInt64
  /// Bytes of its content.
  public var dataSize: UInt64
  /// The name.
  public var name: String
  /// The media type.
  public var mediaType: String

  /// Puts a record together from its fields.
  public init(
    offset: UInt64,
    length: UInt64,
    logTime: UInt64,
    createTime: UInt64,
    dataSize: UInt64,
    name: String,
    mediaType: String
  ) {
    self.offset = offset
    self.length = length
    self.logTime = logTime
    self.createTime = createTime
    self.dataSize = dataSize
    self.name = name
    self.mediaType = mediaType
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    offset = try fields.integer()
    length = try fields.integer()
    logTime = try fields.integer()
    createTime = try fields.integer()
    dataSize = try fields.integer()
    name = try fields.string()
    mediaType = try fields.string()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.attachmentIndex)
    buffer.put(offset)
    buffer.put(length)
    buffer.put(logTime)
    buffer.put(createTime)
    buffer.put(dataSize)
    buffer.put(string: name)
    buffer.put(string: mediaType)
    buffer.endRecord(mark)
  }
}
