import CDeflate

/// The checksum of zlib, gzip and MCAP.
///
/// SAFETY: the pointer and the count come from one span and live for the call only.
public enum CRC32 {
  /// The checksum of more bytes, after those that gave `checksum`; 0 for none.
  ///
  /// The corresponding C function is `libdeflate_crc32`.
  ///
  /// - Complexity: O(bytes), several bytes per ns.
  public static func update(_ checksum: UInt32, with bytes: RawSpan) -> UInt32 {
    unsafe bytes.withUnsafeBytes { region in
      guard let start = region.baseAddress else { return checksum }
      return unsafe libdeflate_crc32(checksum, start, region.count)
    }
  }
}
