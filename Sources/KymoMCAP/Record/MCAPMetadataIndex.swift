/// Where a metadata record lies.
public struct MCAPMetadataIndex: Sendable, Equatable {
  /// Byte offset of the metadata record.
  public var offset: UInt64
  /// Bytes of the metadata record, prefix included.
  public var length: UInt64
  /// The name.
  public var name: String

  /// Puts a record together from its fields.
  public init(
    offset: UInt64,
    length: UInt64,
    name: String
  ) {
    self.offset = offset
    self.length = length
    self.name = name
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    offset = try fields.integer()
    length = try fields.integer()
    name = try fields.string()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.metadataIndex)
    buffer.put(offset)
    buffer.put(length)
    buffer.put(string: name)
    buffer.endRecord(mark)
  }
}
