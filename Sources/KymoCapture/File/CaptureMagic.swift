/// The first bytes of files that hold captured packets.
public enum CaptureMagic: Sendable, Equatable {
  /// The format of libpcap, with times in µs or ns, in either byte order.
  case pcap
  /// The format of Wireshark, in blocks.
  case pcapng

  /// How many bytes tell.
  public static var byteCount: Int { 4 }

  /// Recognises a file by its first bytes; nil if it is none of these.
  public init?(_ head: some Sequence<UInt8>) {
    let head = Array(head.prefix(Self.byteCount))
    switch head {
    case [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D],
      [0x4D, 0x3C, 0xB2, 0xA1]:
      self = .pcap
    case [0x0A, 0x0D, 0x0D, 0x0A]: self = .pcapng
    default: return nil
    }
  }
}
