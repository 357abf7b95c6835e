import Glibc

/// Where a client speaks from.
public struct ServerClient: Sendable, Hashable {
  /// The address: 4 or 16 bytes.
  public var address: [UInt8]
  /// The port.
  public var port: UInt16
}

/// Reads an address of the system.
///
/// SAFETY: the daemon's address is as long as its family says; it is read before the callback that lends it
/// returns.
struct UnsafeClientAddress {
  let client: ServerClient

  init(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else {
      client = ServerClient(address: [0, 0, 0, 0], port: 0)
      return
    }
    let bytes = unsafe UnsafeRawPointer(address)
    let port = unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian
    let isSix = unsafe address.pointee.sa_family == sa_family_t(AF_INET6)
    let range = isSix ? 8..<24 : 4..<8
    client = ServerClient(
      address: range.map { unsafe bytes.load(fromByteOffset: $0, as: UInt8.self) },
      port: port
    )
  }
}
