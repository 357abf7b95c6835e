/// The memory of a ``PushTimeRing``, for as long as one of both sides has it.
///
/// SAFETY: the entries are initialised in `init`, which also keeps page faults out of the run, and live as long
/// as the object; who has the ring has the object, too. They are only freed with the last reference.
@safe @usableFromInline final class PushTimes: @unchecked Sendable {
  @usableFromInline let ring: PushTimeRing

  /// Makes room for a queue of `capacity` events, for the one that was dispatched last, and for the one that waits
  /// for room in the queue.
  @usableFromInline init(capacity: Int) {
    var shift = 10
    while 1 << shift < capacity + 2 { shift += 1 }
    let entries = UnsafeMutablePointer<PushTimeRing.Entry>.allocate(capacity: 1 << shift)
    for index in 0..<1 << shift { unsafe (entries + index).initialize(to: PushTimeRing.Entry()) }
    ring = unsafe PushTimeRing(entries: entries, lapShift: shift)
  }

  deinit {
    unsafe ring.entries.deinitialize(count: ring.mask + 1)
    unsafe ring.entries.deallocate()
  }
}
