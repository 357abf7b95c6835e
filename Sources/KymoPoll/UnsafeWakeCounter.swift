import CEpoll
import Glibc

/// A descriptor that can be read once somebody has rung.
///
/// The corresponding C functions are `eventfd` and `poll`.
///
/// SAFETY: the descriptor is opened in `init` and closed once, in `deinit`, and the type is noncopyable. The eight bytes
/// that are read and written are locals, as is what is asked about it.
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

  /// Waits until somebody rings, or has rung, or for so many ns at most, to the ms.
  ///
  /// A ring stays until it is heard; a signal ends the wait, as if nothing had happened.
  package func wait(nanoseconds: Int64) {
    var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
    unsafe _ = poll(&look, 1, Int32(clamping: max(0, left)))
  }

  /// Takes back what was rung.
  package func clear() {
    var count: UInt64 = 0
    unsafe _ = read(descriptor, &count, 8)
  }
}
