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
/// SAFETY: the storage is a copy of the caller's, which is large enough for any family; what is read of it is the family,
/// the port and the address, at the places that either family has them.
extension ServerClient {
  init(_ storage: sockaddr_storage) {
    let isSix = storage.ss_family == sa_family_t(AF_INET6)
    self = unsafe withUnsafeBytes(of: storage) { bytes in
      let port = unsafe bytes.load(fromByteOffset: 2, as: UInt16.self).bigEndian
      return unsafe ServerClient(address: Array(bytes[isSix ? 8..<24 : 4..<8]), port: port)
    }
  }
}
