import KymoDeflate

extension MCAPChecksum {
  /// Takes further bytes into account.
  ///
  /// - Complexity: O(bytes).
  mutating func update(_ bytes: RawSpan) { value = CRC32.update(value, with: bytes) }
}

/// SAFETY: the content of a record is a part of memory that the fields borrow; `extracting` checks that
/// the range lies in it.
extension MCAPFields {
  /// The checksum of a range of the record's content.
  func checksum(_ range: Range<Int>) -> MCAPChecksum {
    var checksum = MCAPChecksum()
    checksum.update(unsafe bytes.span.bytes.extracting(range))
    return checksum
  }
}
