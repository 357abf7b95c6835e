/// How often what was noticed in a capture.
public struct CaptureCounts: Sendable, Equatable {
  /// A content of packets that is not read.
  public enum Unread: Hashable, Sendable, Comparable {
    /// Behind the link, by the number of Ethernet.
    case etherType(UInt16)
    /// An 802.3 frame, which has a length instead.
    case frame8023
    /// Behind IP, by its number.
    case ipProtocol(UInt8)
    /// A family of addresses on a loopback.
    case family(UInt32)
    /// A kind of link.
    case link(Int32)
  }

  /// How many kinds of unread packets are told apart.
  private static let maximumKinds = 256

  private var counts = [UInt64](repeating: 0, count: CaptureNote.allCases.count)
  private var unread: [Unread: UInt64] = [:]

  /// Nothing so far.
  public init() {}

  /// How often.
  public subscript(_ note: CaptureNote) -> UInt64 { counts[Self.place(note)] }

  /// Counts.
  mutating func add(_ note: CaptureNote, _ count: UInt64 = 1) { counts[Self.place(note)] += count }

  /// Counts packets that are not read.
  mutating func add(_ kind: Unread, _ count: UInt64 = 1) {
    guard unread[kind] != nil || unread.count < Self.maximumKinds else {
      return add(.malformedPacket, count)
    }
    unread[kind, default: 0] += count
  }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: CaptureCounts) {
    for place in counts.indices { counts[place] += other.counts[place] }
    for (kind, count) in other.unread { add(kind, count) }
  }

  /// The notes that there were, in a fixed order.
  public var noticed: [(note: CaptureNote, count: UInt64)] {
    zip(CaptureNote.allCases, counts).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  /// The packets that are not read, by what they carry.
  public var unreadPackets: [(kind: Unread, count: UInt64)] {
    unread.keys.sorted().map { ($0, unread[$0] ?? 0) }
  }

  private static func place(_ note: CaptureNote) -> Int { Int(note.place) }
}

extension CaptureCounts.Unread: CustomStringConvertible {
  /// The name, such as `UDP` or `EtherType 0x88cc`.
  public var description: String {
    switch self {
    case .etherType(0x0806): "ARP"
    case .etherType(let number): "EtherType 0x" + String(number, radix: 16)
    case .frame8023: "802.3 frame"
    case .ipProtocol(1): "ICMP"
    case .ipProtocol(2): "IGMP"
    case .ipProtocol(17): "UDP"
    case .ipProtocol(50): "ESP"
    case .ipProtocol(58): "ICMPv6"
    case .ipProtocol(132): "SCTP"
    case .ipProtocol(let number): "IP protocol \(number)"
    case .family(let number): "address family \(number)"
    case .link(let number): "link type \(number)"
    }
  }
}
