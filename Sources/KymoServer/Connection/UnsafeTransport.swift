import Glibc
import KymoPoll

/// The bytes of a connection, plain or over TLS; nothing of it ever blocks.
///
/// The corresponding C functions are `recv`, `shutdown`, `pread` and `close`.
///
/// SAFETY: the descriptor is that of a connection which is this object's alone; it is closed once, in ``close()``, and
/// not used afterwards. Pointers are lent to a system call for its duration, with the count of the bytes behind them,
/// which is checked before.
@safe final class Transport {
  /// The system's number; -1 once it is closed.
  private(set) var descriptor: Int32
  private let session: TLSSession?

  init(descriptor: Int32, session: TLSSession? = nil) {
    self.descriptor = descriptor
    self.session = session
  }

  /// Whether a read that fills less than its room may have left something.
  var keepsBytes: Bool { session != nil }

  /// Whether the system has bytes though nothing could be received: TLS stops behind some that are none of the client's.
  var hasUnread: Bool {
    guard let session, session.wantsInput else { return false }
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Goes on with the handshake of TLS: bytes if it is done, and so for a plain connection.
  func shakeHands() -> Transfer { session?.shakeHands() ?? .bytes(1) }

  /// Receives what is there, as far as there is room.
  func receive(into buffer: IOBuffer) -> Transfer {
    if let session { return unsafe session.receive(buffer.start, buffer.capacity) }
    return Socket.receive(descriptor, into: buffer)
  }

  /// Sends bytes from a place on; there are some.
  func send(_ bytes: [UInt8], from place: Int) -> Transfer {
    precondition(place >= 0 && place < bytes.count)
    guard let session else { return Socket.send(descriptor, bytes, place..<bytes.count) }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe session.send(UnsafeRawBufferPointer(rebasing: bytes[place...]))
    }
  }

  /// Sends bytes of a file from a place on, by way of a buffer.
  ///
  /// - Returns: how many were sent; that it failed if the file has ended.
  func send(_ file: SentFile, from place: Int, upTo end: Int, by buffer: IOBuffer) -> Transfer {
    let wanted = min(buffer.capacity, end - place)
    let count = unsafe pread(file.descriptor, buffer.start, wanted, off_t(place))
    guard count > 0 else { return .failed(count < 0 ? errno : 0) }
    guard let session else { return Socket.send(descriptor, buffer, count: count) }
    return unsafe session.send(UnsafeRawBufferPointer(start: buffer.start, count: count))
  }

  /// Says that nothing more is sent.
  func shutdownWriting() {
    session?.sayGoodbye()
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Lets the connection go.
  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
