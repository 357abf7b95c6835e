import Glibc
import KymoPoll

/// A socket that listens.
///
/// SAFETY: addresses are locals of the sizes that the calls are told; `getaddrinfo`'s list is read before it is
/// freed, once.
struct UnsafeListeningSocket {
  let descriptor: Int32
  /// The port, also if any was asked for.
  let port: UInt16

  /// Listens.
  ///
  /// - Throws: ``ServerError/address(_:)``, ``ServerError/socket(_:_:)``.
  init(address: String, port: UInt16) throws(ServerError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(address, String(port), &hints, &found) == 0, let info = unsafe found
    else {
      throw .address(address)
    }
    defer { unsafe freeaddrinfo(info) }
    let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    let descriptor = unsafe socket(
      info.pointee.ai_family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
      0
    )
    guard descriptor >= 0 else { throw Self.failure(place) }
    var one: Int32 = 1
    // A server that is started again listens at once, though connections of the former one are not forgotten.
    unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
    guard unsafe bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
      listen(descriptor, 1024) == 0
    else {
      let failure = Self.failure(place)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    var own = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    self.port = unsafe withUnsafeMutablePointer(to: &own) { own in
      unsafe own.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard unsafe getsockname(descriptor, address, &length) == 0 else { return port }
        // Both families have the port at the same place.
        return unsafe UnsafeRawPointer(address).load(fromByteOffset: 2, as: UInt16.self).bigEndian
      }
    }
  }

  /// The outcome of looking for a connection.
  enum Accepted {
    case connection(Int32, ServerClient)
    /// Nobody else is there.
    case nobody
    /// None can be had now, though somebody may be there: the system has no descriptor or no memory, for example.
    case exhausted
  }

  /// Takes the next connection, whose calls do not block.
  func accept() -> Accepted {
    while true {
      switch Visitor.accept(from: descriptor) {
      case .connection(let connection, let address):
        Socket.sendAtOnce(connection)
        return .connection(connection, ServerClient(address))
      case .none(EINTR), .none(ECONNABORTED), .none(EPROTO): continue
      case .none(EAGAIN): return .nobody
      // No descriptor, no memory, or an error of the one that came: others may wait behind it.
      case .none: return .exhausted
      }
    }
  }

  /// Takes no more connections.
  func stop() { close(descriptor) }

  /// Whether a text is an address as a number.
  static func isNumeric(_ address: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return unsafe inet_pton(AF_INET, address, &bytes) == 1
      || inet_pton(AF_INET6, address, &bytes) == 1
  }

  private static func failure(_ place: String) -> ServerError {
    let remedy: String
    let code = errno
    switch code {
    case EADDRINUSE: remedy = "something else listens there already; choose another --port"
    case EACCES: remedy = "ports below 1024 need the privilege CAP_NET_BIND_SERVICE"
    case EADDRNOTAVAIL: remedy = "no interface of this machine has that address"
    default: remedy = unsafe String(cString: strerror(code))
    }
    return .socket(place, remedy)
  }
}
