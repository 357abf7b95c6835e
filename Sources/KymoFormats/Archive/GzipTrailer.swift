/// The trailer at the end of a gzip member.
struct GzipTrailer: Equatable {
  /// The CRC-32 of what the member unpacks to.
  var checksum: UInt32
  /// How many bytes that is, modulo 2³².
  var length: UInt32

  /// How many bytes it takes.
  static let byteCount = 8

  /// Whether the member is one of no bytes.
  var isEmpty: Bool { checksum == 0 && length == 0 }

  /// Reads the last bytes of `bytes`; nil if there are too few.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.byteCount else { return nil }
    let value = bytes.suffix(Self.byteCount).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    checksum = UInt32(truncatingIfNeeded: value)
    length = UInt32(truncatingIfNeeded: value >> 32)
  }
}
