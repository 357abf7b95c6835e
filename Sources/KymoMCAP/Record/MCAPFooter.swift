/// The last record of a file.
public struct MCAPFooter: Sendable, Equatable {
  /// Byte offset of the summary, or 0 if there is none.
  public var summaryStart: UInt64
  /// Byte offset of the summary offsets, or 0 if there are none.
  public var summaryOffsetStart: UInt64
  /// CRC-32 from the summary to this field, or 0 if not computed.
  public var summaryCRC: UInt32

  /// Puts a record together from its fields.
  public init(
    summaryStart: UInt64,
    summaryOffsetStart: UInt64,
    summaryCRC: UInt32
  ) {
    self.summaryStart = summaryStart
    self.summaryOffsetStart = summaryOffsetStart
    self.summaryCRC = summaryCRC
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    summaryStart = try fields.integer()
    summaryOffsetStart = try fields.integer()
    summaryCRC = try fields.integer()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.footer)
    buffer.put(summaryStart)
    buffer.put(summaryOffsetStart)
    buffer.put(summaryCRC)
    buffer.endRecord(mark)
  }
}
