package import CEpoll
import Glibc

/// A connection that somebody has opened.
///
/// The corresponding C function is `accept4`.
///
/// SAFETY: the address is a local of the type that the call is told, and copied out of it.
package enum Visitor {
  /// The connection, whose calls do not block, and where it comes from.
  case connection(Int32, sockaddr_storage)
  /// There is none; the code of the system.
  case none(Int32)

  /// Takes the next connection of a listener.
  package static func accept(from listener: Int32) -> Visitor {
    var address = sockaddr_storage()
    let descriptor = unsafe kymo_accept(listener, &address)
    return descriptor < 0 ? .none(errno) : .connection(descriptor, address)
  }
}
