import Glibc

/// The operations on the socket of a connection, whoever made it; none of them ever blocks.
///
/// The corresponding C functions are `recv`, `send` and `setsockopt`.
///
/// SAFETY: pointers are lent to a system call for its duration, with the count of the bytes behind them, which is checked
/// before. A descriptor is the caller's, open for the call.
package enum Socket {
  /// Receives what is there, as far as there is room.
  package static func receive(_ descriptor: Int32, into buffer: IOBuffer) -> Transfer {
    while true {
      let count = unsafe recv(descriptor, buffer.start, buffer.capacity, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      if let end = transfer(after: errno) { return end }
    }
  }

  /// Sends bytes of a range, which is not empty.
  package static func send(_ descriptor: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Transfer {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count && !range.isEmpty)
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe send(descriptor, UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Sends the first bytes of a buffer, at least one.
  package static func send(_ descriptor: Int32, _ buffer: IOBuffer, count: Int) -> Transfer {
    precondition(count > 0 && count <= buffer.capacity)
    return unsafe send(descriptor, UnsafeRawBufferPointer(start: buffer.start, count: count))
  }

  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if count > 0 { return .bytes(count) }
      if let end = transfer(after: errno) { return end }
    }
  }

  /// Returns the meaning of a code of the system; nil for a call that is made again.
  private static func transfer(after code: Int32) -> Transfer? {
    switch code {
    case EINTR: nil
    case EAGAIN: .blocked
    default: .failed(code)
    }
  }

  /// Lets small messages go at once: they need not wait for company, and without it they only do.
  package static func sendAtOnce(_ descriptor: Int32) {
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
  }
}
