/// The end of the data section.
public struct MCAPDataEnd: Sendable, Equatable {
  /// CRC-32 of the file before this record, or 0 if not computed.
  public var dataSectionCRC: UInt32

  /// Puts a record together from its fields.
  public init(
    dataSectionCRC: UInt32
  ) {
    self.dataSectionCRC = dataSectionCRC
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    dataSectionCRC = try fields.integer()
  }

  /// Appends the whole record, prefix included.
  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.dataEnd)
    buffer.put(dataSectionCRC)
    buffer.endRecord(mark)
  }
}
