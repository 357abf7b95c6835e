/// Opcode and length of a record, and where it is.
package struct MCAPRecordPrefix {
  var opcode: UInt8
  /// The byte of the file at which the record starts.
  var offset: UInt64
  /// Bytes of the content.
  var length: UInt64

  var kind: MCAPOpcode? { MCAPOpcode(rawValue: opcode) }
  var name: String { kind?.name ?? "record with opcode \(opcode)" }
  /// The byte of the file at which the content starts.
  var contentOffset: UInt64 { offset + UInt64(MCAPFormat.prefixBytes) }
  /// The byte of the file after the record; the length has been checked against the file.
  var end: UInt64 { contentOffset + length }
}
