/// A file inside the file.
public struct MCAPAttachment: Sendable, Equatable {
  /// When it was recorded, in ns.
  public var logTime: UInt64
  /// When it was made, in ns, or 0 if not known.
  public var createTime: UInt64
  /// The name, such as `bridge.pcap`.
  public var name: String
  /// The media type, such as `application/octet-stream`.
  public var mediaType: String
  /// The content.
  public var data: [UInt8]
  /// The finding of the reader on the checksum.
  let checksum: Checksum

  /// The checksum of an attachment that was read.
  enum Checksum: Sendable, Equatable {
    case absent, matches
    case differs(found: UInt32, says: UInt32)
  }

  /// Puts a record together from its fields.
  public init(
    logTime: UInt64,
    createTime: UInt64,
    name: String,
    mediaType: String,
    data: [UInt8]
  ) {
    self.logTime = logTime
    self.createTime = createTime
    self.name = name
    self.mediaType = mediaType
    self.data = data
    checksum = .absent
  }

  /// Whether both have the same fields; the checksum is not one.
  public static func == (left: Self, right: Self) -> Bool {
    left.logTime == right.logTime && left.createTime == right.createTime
      && left.name == right.name && left.mediaType == right.mediaType && left.data == right.data
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    logTime = try fields.integer()
    createTime = try fields.integer()
    name = try fields.string()
    mediaType = try fields.string()
    data = try fields.longBytes()
    let end = fields.position
    let says: UInt32 = try fields.integer()
    let found = fields.checksum(0..<end).value
    checksum = says == 0 ? .absent : (says == found ? .matches : .differs(found: found, says: says))
  }

  /// Reads a record that ends too early: its data is as much as there is.
  init(cut fields: inout MCAPFields) throws(MCAPError) {
    logTime = try fields.integer()
    createTime = try fields.integer()
    name = try fields.string()
    mediaType = try fields.string()
    let size: UInt64 = try fields.integer()
    data = fields.rest()
    if UInt64(data.count) > size { data.removeLast(data.count - Int(size)) }
    checksum = .absent
  }

  /// Appends the record up to its data, of which there are `size` bytes, and returns where its content starts.
  func beginRecord(in buffer: inout UnsafeMCAPBuffer, size: UInt64) -> Int {
    let mark = buffer.beginRecord(.attachment)
    buffer.put(logTime)
    buffer.put(createTime)
    buffer.put(string: name)
    buffer.put(string: mediaType)
    buffer.put(size)
    buffer.endRecord(mark, extra: Int(size) + 4)
    return mark + 8
  }

  /// Appends the whole record with its checksum (0 if `checksums` is false).
  func encode(into buffer: inout UnsafeMCAPBuffer, checksums: Bool) {
    let mark = buffer.beginRecord(.attachment)
    buffer.put(logTime)
    buffer.put(createTime)
    buffer.put(string: name)
    buffer.put(string: mediaType)
    buffer.put(UInt64(data.count))
    buffer.put(bytes: data)
    let content = mark + 8
    buffer.put(checksums ? buffer.checksum(content..<buffer.count).value : 0)
    buffer.endRecord(mark)
  }
}
