import CDeflate

/// Runs bytes through libdeflate.
///
/// SAFETY: the pointer and the count come from one span and live for the call only.
extension MCAPChecksum {
  /// Takes further bytes into account; the C function is `libdeflate_crc32`.
  ///
  /// - Complexity: O(bytes).
  mutating func update(_ bytes: RawSpan) {
    value = unsafe bytes.withUnsafeBytes { region in
      guard let start = region.baseAddress else { return value }
      return unsafe libdeflate_crc32(value, start, region.count)
    }
  }
}

extension MCAPFields {
  /// The checksum of a range of the record's content.
  func checksum(_ range: Range<Int>) -> MCAPChecksum {
    var checksum = MCAPChecksum()
    checksum.update(unsafe bytes.span.bytes.extracting(range))
    return checksum
  }
}
