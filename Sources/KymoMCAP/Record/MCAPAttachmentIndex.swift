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

  /// Reads the fields of an attachment record up to its data, of which the length is checked.
  ///
  /// The `length` is that of the whole record, prefix included.
  init(
    recordAt offset: UInt64,
    length: UInt64,
    fields: inout MCAPFields
  ) throws(MCAPError) {
    self.offset = offset
    self.length = length
    logTime = try fields.integer()
    createTime = try fields.integer()
    name = try fields.string()
    mediaType = try fields.string()
    dataSize = try fields.integer()
    let left = length - UInt64(MCAPFormat.prefixBytes + fields.position)
    guard left >= 4, dataSize <= left - 4 else {
      throw fields.malformed("data of \(dataSize) bytes, but \(left) are left in the record")
    }
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
