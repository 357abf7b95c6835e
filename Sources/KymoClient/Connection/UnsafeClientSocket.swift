import Glibc
import KymoPoll

/// A connection of TCP that never blocks.
///
/// The corresponding C functions are `socket`, `connect`, `getsockopt` and `close`.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`, and the type is noncopyable. What
/// the system writes is a local of the size that it is told.
@safe struct ClientSocket: ~Copyable {
  /// The system's number.
  let descriptor: Int32

  /// Begins to connect.
  ///
  /// - Throws: why that cannot be.
  init(to address: TargetAddress) throws(ClientError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw ClientError(code: errno) }
    Socket.sendAtOnce(descriptor)
    guard address.connect(descriptor) == 0 || errno == EINPROGRESS else {
      throw ClientError(code: errno)
    }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Why the connection failed; 0 if it did not.
  var pendingError: Int32 {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    return result == 0 ? code : errno
  }

  /// Sends bytes of a range, which is not empty.
  func send(_ bytes: [UInt8], _ range: Range<Int>) -> Transfer {
    Socket.send(descriptor, bytes, range)
  }

  /// Receives what is there, as far as there is room.
  func receive(into buffer: IOBuffer) -> Transfer { Socket.receive(descriptor, into: buffer) }
}

extension ClientError {
  /// Makes the error that a code of the system means for a connection.
  init(code: Int32) {
    let text = unsafe String(cString: strerror(code))
    switch code {
    case ECONNREFUSED: self.init(.refused, Kind.refused.rawValue)
    case ECONNRESET, EPIPE, ECONNABORTED: self.init(.reset, Kind.reset.rawValue)
    case ETIMEDOUT: self.init(.connectTimeout, Kind.connectTimeout.rawValue)
    case EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL: self.init(.unreachable, text)
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: self.init(.exhausted, text)
    default: self.init(.system, text)
    }
  }
}
