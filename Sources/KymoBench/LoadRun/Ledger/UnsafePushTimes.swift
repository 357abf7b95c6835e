/// How late the generator began to push each event of a plan, written by it and read by the dispatcher.
///
/// SAFETY: every place is written by the generator alone, before it pushes the event that has the place; the
/// dispatcher reads it after it has taken the event, and the queue's release and acquire lie between. The
/// memory is initialised as a whole, which also keeps page faults out of the run, and lives as long as the
/// object, which both sides hold. Who uses `lateness` itself has the place of an event of the plan.
@safe @usableFromInline final class PushTimes: @unchecked Sendable {
  /// In ns after each event was due, in the order of the plan; negative for those that were not pushed.
  @usableFromInline let lateness: UnsafeMutablePointer<Int64>
  private let count: Int

  /// Makes room for a plan of `count` events.
  @usableFromInline init(count: Int) {
    self.count = count
    unsafe lateness = .allocate(capacity: count)
    unsafe lateness.initialize(repeating: -1, count: count)
  }

  deinit { unsafe lateness.deallocate() }

  /// Notes that the event at `place` was pushed so many ns after it was due.
  ///
  /// - Precondition: the plan has such a place.
  func note(_ nanoseconds: Int64, at place: Int) {
    precondition(0..<count ~= place, "no such place in the plan")
    unsafe lateness[place] = nanoseconds
  }

  /// How late the event at `place` was pushed in ns; nil if it was not, or if there is none.
  func lateness(at place: Int) -> Int64? {
    guard 0..<count ~= place else { return nil }
    let nanoseconds = unsafe lateness[place]
    return nanoseconds < 0 ? nil : nanoseconds
  }
}
