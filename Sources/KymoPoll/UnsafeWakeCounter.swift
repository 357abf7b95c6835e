import CEpoll
import Glibc

/// A descriptor that can be read once somebody has rung.
///
/// The corresponding C function is `eventfd`.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`, and the type is noncopyable. The eight bytes
/// that are read and written are locals.
@safe package struct WakeCounter: ~Copyable, Sendable {
  /// The system's number.
  package let descriptor: Int32

  /// Opens one.
  ///
  /// - Throws: that the system has none to give.
  package init() throws(PollError) {
    descriptor = kymo_eventfd()
    guard descriptor >= 0 else { throw PollError(code: errno) }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Lets whoever waits for it go on.
  package func ring() {
    var one: UInt64 = 1
    unsafe _ = write(descriptor, &one, 8)
  }

  /// Takes back what was rung.
  package func clear() {
    var count: UInt64 = 0
    unsafe _ = read(descriptor, &count, 8)
  }
}
