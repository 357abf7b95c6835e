/// Gzip members, packed without compression.
enum GzipFixture {
  /// One member of stored blocks.
  static func member(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      packed.append(rest.isEmpty ? 1 : 0)
      packed += littleEndian(UInt32(block.count) | ~UInt32(block.count) << 16)
      packed += block
    } while !rest.isEmpty
    return packed + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// The CRC-32, a bit at a time.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~sum
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }
}
