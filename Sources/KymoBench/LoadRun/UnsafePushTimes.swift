/// How late the generator began to push each event of a plan, written by it and read by the dispatcher.
///
/// SAFETY: every place is written by the generator alone, before it pushes the event that has the place; the
/// dispatcher reads it after it has taken the event, and the queue's release and acquire lie between. The
/// memory is initialised as a whole, which also keeps page faults out of the run, and lives as long as the
/// object, which both sides hold. The index is checked by whoever calls: it is that of an event of the plan.
@safe @usableFromInline final class PushTimes: @unchecked Sendable {
  /// In ns after each event was due, in the order of the plan.
  @usableFromInline let lateness: UnsafeMutablePointer<Int64>

  /// Makes room for a plan of `count` events.
  @usableFromInline init(count: Int) {
    unsafe lateness = .allocate(capacity: count)
    unsafe lateness.initialize(repeating: 0, count: count)
  }

  deinit { unsafe lateness.deallocate() }
}
