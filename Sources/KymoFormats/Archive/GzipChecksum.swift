/// The CRC-32 that a gzip member has at its end.
struct GzipChecksum: Equatable {
  /// The checksum of the bytes so far; 0 for none.
  private(set) var value: UInt32 = 0

  private static let polynomial: UInt32 = 0xEDB8_8320

  /// What a byte adds, by how many of the eight taken at a time stand behind it.
  private static let table: [UInt32] = {
    var table: [UInt32] = []
    table.reserveCapacity(8 * 256)
    for byte in 0..<UInt32(256) {
      table.append((0..<8).reduce(byte) { sum, _ in (sum >> 1) ^ (sum & 1 == 0 ? 0 : polynomial) })
    }
    for index in 256..<8 * 256 {
      let before = table[index - 256]
      table.append((before >> 8) ^ table[Int(before & 0xFF)])
    }
    return table
  }()

  /// Takes further bytes into account.
  ///
  /// - Complexity: O(bytes).
  mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.table.span
    var sum = ~value
    var place = 0
    while bytes.count - place >= 8 {
      var next: UInt32 = 0
      for index in 0..<8 {
        let known = index < 4 ? UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) : 0
        next ^= table[(7 - index) * 256 + Int(bytes[place + index] ^ known)]
      }
      sum = next
      place += 8
    }
    while place < bytes.count {
      sum = (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[place])]
      place += 1
    }
    value = ~sum
  }
}
