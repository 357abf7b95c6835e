/// The bytes of a pcap file: Ethernet, with times in ns.
enum PcapEncoder {
  /// How many bytes of a packet such a file may have.
  static let snapshotBytes: UInt32 = 262_144

  /// Returns the header that the file begins with.
  static func header(
    link: LinkType = .ethernet,
    snapshotBytes: UInt32 = Self.snapshotBytes
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: 0xA1B2_3C4D as UInt32)
    bytes.append(little: 2 as UInt16)
    bytes.append(little: 4 as UInt16)
    bytes.append(little: 0 as UInt64)
    bytes.append(little: snapshotBytes)
    bytes.append(little: UInt32(link.rawValue))
    return bytes
  }

  /// A packet at a time in ns since 1970; a time that such a file cannot hold becomes the nearest that it can.
  static func packet(_ bytes: [UInt8], at timestamp: Int64) -> [UInt8] {
    let time = min(max(0, timestamp), lastTime)
    let seconds = UInt32(time / 1_000_000_000)
    var packet: [UInt8] = []
    packet.reserveCapacity(16 + bytes.count)
    packet.append(little: seconds)
    packet.append(little: UInt32(time % 1_000_000_000))
    packet.append(little: UInt32(bytes.count))
    packet.append(little: UInt32(bytes.count))
    return packet + bytes
  }

  /// The last time that a file can hold, in ns since 1970.
  static var lastTime: Int64 { Int64(UInt32.max) * 1_000_000_000 + 999_999_999 }
}

extension PcapEncoder {
  /// Appends a frame with its data as a packet.
  static func append(
    _ frame: TCPFrame,
    _ payload: ArraySlice<UInt8>,
    at timestamp: Int64,
    to bytes: inout [UInt8]
  ) {
    let time = min(max(0, timestamp), lastTime)
    let count = UInt32(frame.count(payload.count))
    bytes.append(little: UInt32(time / 1_000_000_000))
    bytes.append(little: UInt32(time % 1_000_000_000))
    bytes.append(little: count)
    bytes.append(little: count)
    frame.append(payload, to: &bytes)
  }
}
