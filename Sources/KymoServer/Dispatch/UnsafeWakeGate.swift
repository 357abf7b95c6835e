import CMicroHTTPD
import Glibc
public import Synchronization

/// Lets one thread sleep until another has something for it.
///
/// Who is about to sleep says so, looks once more, and sleeps; who brings something wakes only a sleeper, so that
/// two busy threads make no system call for each other.
///
/// SAFETY: the descriptor lives as long as the gate, and the eight bytes that are read and written are locals.
@safe public final class WakeGate: Sendable {
  @usableFromInline let isAsleep = Atomic(false)
  let descriptor: Int32

  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(descriptor >= 0, "the system has no descriptor left")
  }

  deinit { close(descriptor) }

  /// Wakes the sleeper, if it sleeps; call it after what was brought can be seen.
  @inlinable public func wake() {
    // A full barrier: either this sees the sleeper, or the sleeper sees what was brought.
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { ring() }
  }

  /// Wakes whoever sleeps now or next.
  @usableFromInline func ring() {
    var one: UInt64 = 1
    unsafe _ = write(descriptor, &one, 8)
  }

  /// Says that this thread is about to sleep; look once more afterwards.
  @usableFromInline func prepare() {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
  }

  /// Takes that back, and what woke it.
  @usableFromInline func clear() {
    isAsleep.store(false, ordering: .relaxed)
    var count: UInt64 = 0
    unsafe _ = read(descriptor, &count, 8)
  }

  /// Sleeps for at most so long, in ns.
  @usableFromInline func sleep(atMost nanoseconds: Int64) {
    var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    unsafe _ = poll(&look, 1, Int32(clamping: (nanoseconds + 999_999) / 1_000_000))
    clear()
  }
}
