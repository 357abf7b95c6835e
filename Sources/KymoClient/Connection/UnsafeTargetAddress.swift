import Glibc

/// Where a target is on the network, as the system's resolver says.
///
/// The corresponding C function is `getaddrinfo`.
///
/// SAFETY: what the resolver returns is a list that is read before it is freed, once. Each address is
/// copied into storage that is large enough for any, by the length that the resolver gives, which is
/// checked against it. It is lent for one call.
@safe struct TargetAddress: Sendable {
  private var storage = sockaddr_storage()
  private var length: socklen_t = 0
  /// The family of the address.
  let family: Int32

  /// Looks a host up; the addresses in the order in which they are to be tried.
  ///
  /// - Throws: that there is none.
  static func resolve(_ target: HTTPTarget) throws(ClientError) -> [TargetAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(target.host, String(target.port), &hints, &list)
    guard code == 0 else {
      let text = unsafe String(cString: gai_strerror(code))
      throw ClientError(.unreachable, "\(target.host): \(text)")
    }
    defer { unsafe freeaddrinfo(list) }
    var found: [TargetAddress] = []
    var next = unsafe list
    while let info = unsafe next {
      if let address = unsafe TargetAddress(info.pointee) { found.append(address) }
      unsafe next = info.pointee.ai_next
    }
    guard !found.isEmpty else {
      throw ClientError(.unreachable, "\(target.host): no address")
    }
    return found
  }

  private init?(_ info: addrinfo) {
    let size = MemoryLayout<sockaddr_storage>.size
    guard let address = unsafe info.ai_addr, unsafe Int(info.ai_addrlen) <= size else { return nil }
    family = unsafe info.ai_family
    length = unsafe info.ai_addrlen
    let count = Int(length)
    unsafe withUnsafeMutableBytes(of: &storage) { room in
      unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
    }
  }

  /// Begins to connect a socket; what `connect` returned.
  func connect(_ descriptor: Int32) -> Int32 {
    unsafe withUnsafeBytes(of: storage) { bytes in
      guard let base = bytes.baseAddress else { return -1 }
      return unsafe Glibc.connect(descriptor, base.assumingMemoryBound(to: sockaddr.self), length)
    }
  }
}
