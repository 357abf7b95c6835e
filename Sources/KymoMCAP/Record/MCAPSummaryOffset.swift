/// Where the summary records of one kind lie.
public struct MCAPSummaryOffset: Sendable, Equatable {
  /// The opcode of the group.
  public var groupOpcode: UInt8
  /// Byte offset of the first record of the group.
  public var groupStart: UInt64
  /// Bytes of the group.
  public var groupLength: UInt64

  /// Puts a record together from its fields.
  public init(
    groupOpcode: UInt8,
    groupStart: UInt64,
    groupLength: UInt64
  ) {
    self.groupOpcode = groupOpcode
    self.groupStart = groupStart
    self.groupLength = groupLength
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    groupOpcode = try fields.integer()
    groupStart = try fields.integer()
    groupLength = try fields.integer()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.summaryOffset)
    buffer.put(groupOpcode)
    buffer.put(groupStart)
    buffer.put(groupLength)
    buffer.endRecord(mark)
  }
}
