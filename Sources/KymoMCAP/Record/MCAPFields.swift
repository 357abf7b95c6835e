/// Reads the fields of one record, believing no length before checking it.
struct MCAPFields {
  let bytes: [UInt8]
  private(set) var position = 0
  /// The byte of the file at which the record starts, for messages.
  let recordOffset: UInt64
  let what: String

  init(_ bytes: [UInt8], of what: String, at recordOffset: UInt64) {
    self.bytes = bytes
    self.what = what
    self.recordOffset = recordOffset
  }

  var remaining: Int { bytes.count - position }

  func malformed(_ problem: String) -> MCAPError {
    .record(.malformed, what, at: recordOffset, problem)
  }

  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self
  ) throws(MCAPError) -> T {
    guard remaining >= MemoryLayout<T>.size else {
      throw malformed("a field of \(MemoryLayout<T>.size) bytes, but \(remaining) are left")
    }
    defer { position += MemoryLayout<T>.size }
    return bytes.loadLittleEndian(at: position)
  }

  /// Reads a length and checks it against what is left of the record behind it.
  private mutating func length<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type,
    of field: String
  ) throws(MCAPError) -> Int {
    let length = UInt64(try integer(type))
    guard length <= UInt64(remaining) else {
      throw malformed("\(field) of \(length) bytes, but \(remaining) are left in the record")
    }
    return Int(length)
  }

  mutating func string() throws(MCAPError) -> String {
    let count = try length(UInt32.self, of: "a string")
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw malformed("a string that is not UTF-8")
    }
    position += count
    return text
  }

  /// Bytes behind a 32-bit length.
  mutating func shortBytes() throws(MCAPError) -> [UInt8] {
    let count = try length(UInt32.self, of: "data")
    return take(count)
  }

  /// Bytes behind a 64-bit length.
  mutating func longBytes() throws(MCAPError) -> [UInt8] {
    let count = try length(UInt64.self, of: "data")
    return take(count)
  }

  /// All bytes that are left.
  mutating func rest() -> [UInt8] { take(remaining) }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// Reads the 32-bit byte length of a map or an array and returns where it ends.
  mutating func blockEnd() throws(MCAPError) -> Int {
    let length = try length(UInt32.self, of: "a map or array")
    return position + length
  }

  /// Checks that the entries of a map or an array ended where its length said.
  func expect(_ end: Int) throws(MCAPError) {
    guard position == end else { throw malformed("a map or array with a torn last entry") }
  }
}
