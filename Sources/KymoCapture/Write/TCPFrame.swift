/// A frame of Ethernet with one segment of TCP, well-formed and with its checksums.
struct TCPFrame {
  /// The most data of a frame, in bytes.
  static let maximumBytes = 1460

  var source: Endpoint
  var destination: Endpoint
  var sequence: UInt32
  var acknowledgement: UInt32
  var flags: TCPSegment.Flags
  /// The number by which the header of IPv4 tells fragments apart; version 6 has none.
  var identification: UInt16 = 0
  /// Whether it asks to be handed on at once.
  var isPushed = false

  /// The frame with its data.
  ///
  /// - Precondition: both ends are of one version of IP, and the data has at most 65,000 bytes.
  func bytes(_ payload: some Collection<UInt8>) -> [UInt8] {
    var frame: [UInt8] = []
    append(payload, to: &frame)
    return frame
  }

  /// How many bytes the frame has with so much data.
  func count(_ payload: Int) -> Int {
    14 + (source.address.v4 == nil ? 40 : 20) + (flags.contains(.syn) ? 24 : 20) + payload
  }

  /// Appends the frame with its data.
  ///
  /// - Precondition: both ends are of one version of IP, and the data has at most 65,000 bytes.
  func append(_ payload: some Collection<UInt8>, to frame: inout [UInt8]) {
    precondition(payload.count <= 65_000, "a frame takes at most 65,000 bytes")
    let segmentBytes = (flags.contains(.syn) ? 24 : 20) + payload.count
    frame.reserveCapacity(frame.count + count(payload.count))
    // Addresses that nobody has, different for the two directions.
    let isForward = source < destination
    frame += [2, 0, 0, 0, 0, isForward ? 2 : 1, 2, 0, 0, 0, 0, isForward ? 1 : 2]
    if let from = source.address.v4, let to = destination.address.v4 {
      frame.append(big: 0x0800 as UInt16)
      appendHeader4(from, to, segmentBytes, &frame)
    } else {
      precondition(source.address.v4 == nil && destination.address.v4 == nil, "two versions of IP")
      frame.append(big: 0x86DD as UInt16)
      frame.append(big: 6 << 28 as UInt32)
      frame.append(big: UInt16(segmentBytes))
      frame += [6, 64]
      for address in [source.address, destination.address] {
        frame.append(big: address.high)
        frame.append(big: address.low)
      }
    }
    appendSegment(payload, &frame)
  }

  private func appendHeader4(_ from: UInt32, _ to: UInt32, _ count: Int, _ frame: inout [UInt8]) {
    let start = frame.count
    frame.append(0x45)
    frame.append(0)
    frame.append(big: UInt16(20 + count))
    frame.append(big: identification)
    frame.append(big: 0x4000_4006 as UInt32)
    frame.append(big: 0 as UInt16)
    frame.append(big: from)
    frame.append(big: to)
    let sum = ~frame.lend(start..<start + 20) { $0.internetSum() }
    frame[start + 10] = UInt8(sum >> 8)
    frame[start + 11] = UInt8(sum & 0xFF)
  }

  private func appendSegment(_ payload: some Collection<UInt8>, _ frame: inout [UInt8]) {
    let start = frame.count
    let hasOption = flags.contains(.syn)
    frame.append(big: source.port)
    frame.append(big: destination.port)
    frame.append(big: sequence)
    frame.append(big: flags.contains(.ack) ? acknowledgement : 0)
    frame.append(hasOption ? 0x60 : 0x50)
    frame.append(flags.rawValue | (isPushed ? 8 : 0))
    frame.append(big: 0xFFFF_0000 as UInt32)
    frame.append(big: 0 as UInt16)
    if hasOption {
      frame += [2, 4, UInt8(Self.maximumBytes >> 8), UInt8(Self.maximumBytes & 0xFF)]
    }
    frame += payload
    let datagram = IPDatagram(source: source.address, destination: destination.address)
    let initial = datagram.pseudoSum(frame.count - start)
    let sum = ~frame.lend(start..<frame.count) { $0.internetSum(initial) }
    frame[start + 16] = UInt8(sum >> 8)
    frame[start + 17] = UInt8(sum & 0xFF)
  }
}

extension IPDatagram {
  /// Makes as much of a datagram as the checksum of TCP needs to know.
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
    var shift = Number.bitWidth
    while shift > 0 {
      shift &-= 8
      append(UInt8(truncatingIfNeeded: number &>> Number(truncatingIfNeeded: shift)))
    }
  }

  /// Appends a number, the low byte first.
  mutating func append<Number: FixedWidthInteger>(little number: Number) {
    append(big: number.byteSwapped)
  }
}
