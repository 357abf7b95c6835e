/// A frame of Ethernet with one segment of TCP, well-formed and with its checksums.
struct TCPFrame {
  /// The most data of a frame, in bytes.
  static let maximumBytes = 1460

  var source: Endpoint
  var destination: Endpoint
  var sequence: UInt32
  var acknowledgement: UInt32
  var flags: TCPSegment.Flags
  /// What the header of IPv4 has to tell fragments apart; version 6 has none.
  var identification: UInt16 = 0
  /// Whether it asks to be handed on at once.
  var isPushed = false

  /// The frame with its data.
  ///
  /// - Precondition: both ends are of one version of IP, and the data has at most 65,000 bytes.
  func bytes(_ payload: some Collection<UInt8>) -> [UInt8] {
    precondition(payload.count <= 65_000, "a frame takes at most 65,000 bytes")
    let segment = segment(payload)
    var frame: [UInt8] = []
    frame.reserveCapacity(54 + segment.count)
    // Addresses that nobody has, different for the two directions.
    let isForward = source < destination
    frame += [2, 0, 0, 0, 0, isForward ? 2 : 1, 2, 0, 0, 0, 0, isForward ? 1 : 2]
    if let from = source.address.v4, let to = destination.address.v4 {
      frame.append(big: 0x0800 as UInt16)
      frame += header4(from, to, segment.count)
    } else {
      precondition(source.address.v4 == nil && destination.address.v4 == nil, "two versions of IP")
      frame.append(big: 0x86DD as UInt16)
      frame.append(big: 6 << 28 as UInt32)
      frame.append(big: UInt16(segment.count))
      frame += [6, 64]
      for address in [source.address, destination.address] {
        frame.append(big: address.high)
        frame.append(big: address.low)
      }
    }
    return frame + segment
  }

  private func header4(_ from: UInt32, _ to: UInt32, _ count: Int) -> [UInt8] {
    var header: [UInt8] = [0x45, 0]
    header.append(big: UInt16(20 + count))
    header.append(big: identification)
    header += [0x40, 0, 64, 6, 0, 0]
    header.append(big: from)
    header.append(big: to)
    let sum = ~header.lend { $0.internetSum() }
    header[10] = UInt8(sum >> 8)
    header[11] = UInt8(sum & 0xFF)
    return header
  }

  private func segment(_ payload: some Collection<UInt8>) -> [UInt8] {
    let hasOption = flags.contains(.syn)
    var segment: [UInt8] = []
    segment.append(big: source.port)
    segment.append(big: destination.port)
    segment.append(big: sequence)
    segment.append(big: flags.contains(.ack) ? acknowledgement : 0)
    segment += [
      hasOption ? 0x60 : 0x50, flags.rawValue | (isPushed ? 8 : 0), 0xFF, 0xFF, 0, 0, 0, 0,
    ]
    if hasOption {
      segment += [2, 4, UInt8(Self.maximumBytes >> 8), UInt8(Self.maximumBytes & 0xFF)]
    }
    segment += payload
    let datagram = IPDatagram(source: source.address, destination: destination.address)
    let sum = ~segment.lend { $0.internetSum(datagram.pseudoSum(segment.count)) }
    segment[16] = UInt8(sum >> 8)
    segment[17] = UInt8(sum & 0xFF)
    return segment
  }
}

extension IPDatagram {
  /// What the checksum of TCP needs to know.
  init(source: IPAddress, destination: IPAddress) {
    self.source = source
    self.destination = destination
    protocolNumber = 6
    offset = 0
    declaredBytes = 0
  }
}

extension [UInt8] {
  /// Appends a number in network byte order.
  mutating func append<Number: FixedWidthInteger>(big number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Appends a number, the low byte first.
  mutating func append<Number: FixedWidthInteger>(little number: Number) {
    append(big: number.byteSwapped)
  }
}
