import Glibc
import KymoCore
import Synchronization

/// Tells a thread that sleeps to stop, at once.
///
/// The corresponding C functions are `pipe`, `fcntl`, `poll`, `write` and `close`.
///
/// SAFETY: both descriptors are opened in `init` and closed with the last reference, when nobody waits any more: whoever
/// does has a reference. The calls read and write locals. Without a pipe a sleep lasts to its end, and no longer.
@safe final class UnsafeStopSignal: Sendable {
  private let isStopped = Atomic(false)
  private let descriptors: (reading: Int32, writing: Int32)

  init() {
    var pair: [Int32] = [-1, -1]
    unsafe _ = pipe(&pair)
    for descriptor in pair where descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    descriptors = (pair[0], pair[1])
  }

  deinit {
    for descriptor in [descriptors.reading, descriptors.writing] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Wakes whoever sleeps, or will.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    var byte: UInt8 = 1
    unsafe _ = write(descriptors.writing, &byte, 1)
  }

  /// Sleeps until a time of the monotonic clock in ns, to the ms.
  ///
  /// - Returns: false if it is to stop.
  func sleep(until time: Int64) -> Bool {
    while !isStopped.load(ordering: .relaxed) {
      let left = (time - MonotonicClock().now + 999_999) / 1_000_000
      guard left > 0 else { return true }
      var entry = pollfd(fd: descriptors.reading, events: Int16(POLLIN), revents: 0)
      unsafe _ = poll(&entry, 1, Int32(clamping: left))
    }
    return false
  }
}
