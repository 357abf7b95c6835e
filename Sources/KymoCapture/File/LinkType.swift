/// The header that the packets of a capture begin with.
public enum LinkType: Int32, Sendable, CaseIterable {
  /// An address family in the byte order of whoever captured.
  case null = 0
  /// Ethernet.
  case ethernet = 1
  /// IP of either version, without anything before it; the number that captures of BSD have.
  case raw = 12
  /// The same, by its number on OpenBSD.
  case rawBSD = 14
  /// The same, by its number in files.
  case rawFile = 101
  /// An address family in network byte order.
  case loop = 108
  /// The header of Linux for whatever it listens to.
  case linuxCooked = 113
  /// IP of version 4.
  case ipv4 = 228
  /// IP of version 6.
  case ipv6 = 229
  /// The second version of Linux's own header.
  case linuxCooked2 = 276

  /// The name in reports.
  public var name: String {
    switch self {
    case .null: "BSD loopback"
    case .ethernet: "Ethernet"
    case .raw, .rawBSD, .rawFile: "raw IP"
    case .loop: "OpenBSD loopback"
    case .linuxCooked: "Linux cooked"
    case .linuxCooked2: "Linux cooked v2"
    case .ipv4: "raw IPv4"
    case .ipv6: "raw IPv6"
    }
  }

  /// The number that files have for it, on any system.
  var inFiles: LinkType { self == .raw || self == .rawBSD ? .rawFile : self }
}
