/// The headers of an IP packet, up to what it carries.
struct IPDatagram {
  /// Which part of a packet this is.
  struct Fragment {
    var identification: UInt32
    var offset: Int
    var isLast: Bool
  }

  var source: IPAddress
  var destination: IPAddress
  var protocolNumber: UInt8
  /// Where in the frame lies what it carries.
  var offset: Int
  /// How many bytes that has by the headers.
  var declaredBytes: Int
  var fragment: Fragment?

  /// Reads the header of version 4; nil for one that cannot be.
  init?(v4 bytes: RawSpan, at start: Int, wireBytes: Int, _ counts: inout CaptureCounts) {
    guard bytes.byteCount >= start + 20 else { return nil }
    let header = Int(bytes.byte(at: start) & 15) * 4
    var total = Int(bytes.big16(at: start + 2))
    if total == 0 {
      counts.add(.lengthless)
      total = wireBytes
    }
    guard header >= 20, total >= header, total <= wireBytes, bytes.byteCount >= start + header
    else { return nil }
    if bytes.extracting(start..<start + header).internetSum() != 0xFFFF {
      counts.add(.wrongIPChecksum)
    }
    source = IPAddress(v4: bytes.big32(at: start + 12))
    destination = IPAddress(v4: bytes.big32(at: start + 16))
    protocolNumber = bytes.byte(at: start + 9)
    offset = start + header
    declaredBytes = total - header
    let flags = bytes.big16(at: start + 6)
    if flags & 0x3FFF != 0 {
      fragment = Fragment(
        identification: UInt32(bytes.big16(at: start + 4)),
        offset: Int(flags & 0x1FFF) * 8,
        isLast: flags & 0x2000 == 0
      )
    }
  }

  /// How many headers may follow that of version 6.
  private static let maximumExtensions = 16

  /// Reads the headers of version 6; nil for what cannot be.
  init?(v6 bytes: RawSpan, at start: Int, wireBytes: Int, _ counts: inout CaptureCounts) {
    guard bytes.byteCount >= start + 40, wireBytes >= 40 else { return nil }
    source = IPAddress(high: bytes.big64(at: start + 8), low: bytes.big64(at: start + 16))
    destination = IPAddress(high: bytes.big64(at: start + 24), low: bytes.big64(at: start + 32))
    var length = Int(bytes.big16(at: start + 4))
    if length == 0 {
      // The length of a jumbogram stands in an option; it is as long as its frame in any case.
      length = wireBytes - 40
      if bytes.byte(at: start + 6) != 59 { counts.add(.lengthless) }
    }
    guard length <= wireBytes - 40 else { return nil }
    let end = start + 40 + length
    var next = bytes.byte(at: start + 6)
    var place = start + 40
    for _ in 0..<Self.maximumExtensions {
      let header: Int
      switch next {
      case 0, 43, 60, 135, 139, 140:
        guard bytes.byteCount >= place + 8 else { return nil }
        header = 8 + Int(bytes.byte(at: place + 1)) * 8
      case 51:
        guard bytes.byteCount >= place + 8 else { return nil }
        header = 8 + Int(bytes.byte(at: place + 1)) * 4
      case 44:
        guard bytes.byteCount >= place + 8 else { return nil }
        header = 8
        let word = bytes.big16(at: place + 2)
        // One that is whole by itself is no fragment.
        if word & 0xFFF9 != 0 {
          fragment = Fragment(
            identification: bytes.big32(at: place + 4),
            offset: Int(word & 0xFFF8),
            isLast: word & 1 == 0
          )
        }
      default:
        guard place <= end else { return nil }
        protocolNumber = next
        offset = place
        declaredBytes = end - place
        return
      }
      next = bytes.byte(at: place)
      place += header
      guard place <= end else { return nil }
      // What follows the header of a later fragment is data.
      if let fragment, fragment.offset > 0 {
        protocolNumber = next
        offset = place
        declaredBytes = end - place
        return
      }
    }
    return nil
  }

  /// Returns the part of TCP's checksum beside the segment itself.
  func pseudoSum(_ bytes: Int) -> UInt64 {
    var sum = UInt64(protocolNumber) + UInt64(bytes >> 16) + UInt64(bytes & 0xFFFF)
    for address in [source, destination] {
      if let v4 = address.v4 {
        sum += UInt64(v4 >> 16) + UInt64(v4 & 0xFFFF)
      } else {
        for half in [address.high, address.low] {
          sum += (half >> 48) + (half >> 32 & 0xFFFF) + (half >> 16 & 0xFFFF) + (half & 0xFFFF)
        }
      }
    }
    return sum
  }
}
