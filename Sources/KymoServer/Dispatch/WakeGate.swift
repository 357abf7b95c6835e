import KymoPoll
public import Synchronization

/// Lets one thread sleep until another has something for it.
///
/// A thread that is about to sleep says so, looks once more, and sleeps. One that brings something
/// wakes only a sleeper, so that two busy threads make no system call for each other.
public final class WakeGate: Sendable {
  @usableFromInline let isAsleep = Atomic(false)
  private let counter: WakeCounter

  init() {
    do throws(PollError) { counter = try WakeCounter() } catch {
      preconditionFailure("the system has no descriptor left: \(error)")
    }
  }

  /// The descriptor that can be read once somebody has rung.
  var descriptor: Int32 { counter.descriptor }

  /// Wakes the sleeper, if it sleeps; call it after what was brought can be seen.
  @inlinable public func wake() {
    // A full barrier: either this sees the sleeper, or the sleeper sees what was brought.
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { ring() }
  }

  /// Wakes whoever sleeps now or next.
  @usableFromInline func ring() { counter.ring() }

  /// Says that this thread is about to sleep; look once more afterwards.
  @usableFromInline func prepare() {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
  }

  /// Takes that back; what was rung stays rung.
  @usableFromInline func awake() { isAsleep.store(false, ordering: .relaxed) }

  /// Takes that back, and what woke it.
  @usableFromInline func clear() {
    awake()
    counter.clear()
  }

  /// Sleeps for at most so long, in ns.
  @usableFromInline func sleep(atMost nanoseconds: Int64) {
    counter.wait(nanoseconds: nanoseconds)
    clear()
  }
}
