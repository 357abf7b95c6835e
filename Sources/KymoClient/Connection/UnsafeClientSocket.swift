import Glibc

/// A connection of TCP that never blocks.
///
/// The corresponding C functions are `socket`, `connect`, `send` and `recv`.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`, and the type is noncopyable.
/// Pointers are lent to a system call for its duration, with the count of the bytes behind them, which is
/// checked before.
@safe struct ClientSocket: ~Copyable {
  /// What came of sending or receiving.
  enum Transfer: Equatable {
    /// So many bytes went.
    case bytes(Int)
    /// None can go now.
    case blocked
    /// The other end has no more to say.
    case ended
    /// The connection is of no use; the code of the system.
    case failed(Int32)
  }

  /// The system's number.
  let descriptor: Int32

  /// Begins to connect.
  ///
  /// - Throws: why that cannot be.
  init(to address: TargetAddress) throws(ClientError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw ClientError(code: errno) }
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Small requests must not wait for company; without it they only do.
    _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
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

  /// Sends bytes of a range.
  func send(_ bytes: [UInt8], _ range: Range<Int>) -> Transfer {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return unsafe bytes.withUnsafeBytes { bytes in
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      while true {
        let count = unsafe Glibc.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .bytes(count) }
        switch errno {
        case EINTR: continue
        case EAGAIN: return .blocked
        default: return .failed(errno)
        }
      }
    }
  }

  /// Receives what is there, as far as there is room.
  func receive(into buffer: ReceiveBuffer) -> Transfer {
    while true {
      let count = unsafe recv(descriptor, buffer.start, buffer.capacity, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .blocked
      default: return .failed(errno)
      }
    }
  }
}

extension ClientError {
  /// What a code of the system means for a connection.
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
