/// An attachment as it lies in a file: its fields, and where its data is, which stays there.
package struct MCAPStoredAttachment {
  /// Its fields, without the data.
  package let fields: MCAPAttachment
  /// The byte of the file at which its content starts.
  let contentOffset: UInt64
  /// The byte of the file at which its data starts.
  let dataOffset: UInt64
  /// Bytes of its data.
  package var size: UInt64

  /// The byte of the file behind its checksum.
  var end: UInt64 { dataOffset + size + 4 }

  /// So many bytes hold the fields of any attachment but a few.
  private static let usualBytes = 4 << 10
  /// So many bytes hold the fields of each.
  private static let mostBytes = 1 << 20

  /// Reads the fields of a record, and holds the length of the data against that of the record.
  ///
  /// - Parameters:
  ///   - prefix: The record.
  ///   - window: The file.
  ///   - isCut: Whether the file ends within the record, so that there is less data than it says.
  /// - Throws: `malformed` or `truncated`; `system`.
  init(
    _ prefix: MCAPRecordPrefix,
    _ window: inout MCAPWindow,
    isCut: Bool = false
  ) throws(MCAPError) {
    let left = min(prefix.length, window.size - min(window.size, prefix.contentOffset))
    do {
      self = try Self.read(prefix, &window, Int(min(left, UInt64(Self.usualBytes))))
    } catch {
      guard error.kind == .malformed, left > UInt64(Self.usualBytes) else { throw error }
      self = try Self.read(prefix, &window, Int(min(left, UInt64(Self.mostBytes))))
    }
    if isCut {
      size = min(size, window.size - dataOffset)
      return
    }
    let behind = prefix.length - (dataOffset - prefix.contentOffset)
    guard behind >= 4, size <= behind - 4 else {
      let problem = "data of \(size) bytes, but \(behind) are left in the record"
      throw .record(.malformed, prefix.name, at: prefix.offset, problem)
    }
  }

  private init(_ fields: MCAPAttachment, _ prefix: MCAPRecordPrefix, _ place: Int, _ size: UInt64) {
    self.fields = fields
    contentOffset = prefix.contentOffset
    dataOffset = prefix.contentOffset + UInt64(place)
    self.size = size
  }

  private static func read(
    _ prefix: MCAPRecordPrefix,
    _ window: inout MCAPWindow,
    _ count: Int
  ) throws(MCAPError) -> Self {
    guard let bytes = try window.bytes(at: prefix.contentOffset, count: count) else {
      throw .record(.truncated, prefix.name, at: prefix.offset, "the file ends")
    }
    var fields = MCAPFields(bytes, of: prefix.name, at: prefix.offset)
    let (logTime, createTime) = (try fields.integer(UInt64.self), try fields.integer(UInt64.self))
    let (name, mediaType) = (try fields.string(), try fields.string())
    let size: UInt64 = try fields.integer()
    let attachment = MCAPAttachment(
      logTime: logTime,
      createTime: createTime,
      name: name,
      mediaType: mediaType,
      data: []
    )
    return Self(attachment, prefix, fields.position, size)
  }

  /// Compares its checksum.
  ///
  /// - Complexity: O(bytes), with one block of them in memory.
  func checksum(_ window: inout MCAPWindow) throws(MCAPError) -> MCAPAttachment.Checksum {
    guard let says: UInt32 = try window.integer(at: end - 4), says != 0 else { return .absent }
    let found = try MCAPChecksum.of(window.source, contentOffset..<end - 4).value
    return found == says ? .matches : .differs(found: found, says: says)
  }
}
