import Glibc

/// The addresses of this machine.
///
/// SAFETY: the system's list is read before it is freed, once; an address is as long as its family says, and its text
/// goes into an array of the size that the call is told.
package enum UnsafeInterfaces {
  /// As numbers, such as "192.168.1.5"; those of a link alone left out.
  package static func addresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var found: [String] = []
    var next = unsafe list
    while let interface = unsafe next {
      unsafe next = interface.pointee.ifa_next
      guard let address = unsafe interface.pointee.ifa_addr else { continue }
      let family = unsafe Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      var text = [CChar](repeating: 0, count: 64)
      let offset = family == AF_INET ? 4 : 8
      let bytes = unsafe UnsafeRawPointer(address) + offset
      guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { continue }
      let name = String(
        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
      if !name.hasPrefix("fe80"), !found.contains(name) { found.append(name) }
    }
    return found
  }
}
