public import Synchronization

/// When each event that is under way was due, and how late it was pushed: written by the generator, read by
/// the dispatcher.
///
/// It lies beside the queue, so that its size is that of the queue, whatever the plan.
///
/// SAFETY: `entries` has `mask` + 1 elements, a power of two, which are those of a `PushTimes` that whoever has
/// this has as well; so nothing is counted for a look. An index is cut to the mask. Both words of an entry are
/// atomic: where a queue loses its oldest events an entry may be written while it is read, and is then told by
/// its lap.
@safe @frozen @usableFromInline struct PushTimeRing: @unchecked Sendable {
  /// The notes on one event.
  @usableFromInline struct Entry: ~Copyable {
    /// When it was due, in ns after the start of the run.
    @usableFromInline let due = Atomic<Int64>(0)
    /// How late it was pushed in ns, and in the lowest bits the lap of the ring in which that was.
    @usableFromInline let lateness = Atomic<UInt64>(.max)

    init() {}
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let mask: Int
  /// By how many bits an index is shifted to get its lap.
  @usableFromInline let lapShift: Int

  /// Laps are counted in so many bits, and lateness in the others: up to 39 hours.
  @usableFromInline static var lapBits: UInt64 { 16 }

  @unsafe init(entries: UnsafeMutablePointer<Entry>, lapShift: Int) {
    unsafe self.entries = entries
    self.lapShift = lapShift
    mask = 1 << lapShift - 1
  }

  /// Notes that the event with an index in the order of pushing was due at a time, and is pushed so many ns later.
  @inlinable @inline(always) func note(_ index: Int, due: Int64, lateness: Int64) {
    let entry = unsafe entries + (index & mask)
    unsafe entry.pointee.due.store(due, ordering: .relaxed)
    let word = UInt64(bitPattern: max(0, lateness)) &<< Self.lapBits | lap(of: index)
    // Release: who sees this of an event that was not taken from the queue sees when it was due.
    unsafe entry.pointee.lateness.store(word, ordering: .releasing)
  }

  /// When an event was due that was taken from the queue, or for which there is a ``lateness(of:)``.
  @inlinable @inline(always) func due(of index: Int) -> Int64 {
    unsafe (entries + (index & mask)).pointee.due.load(ordering: .relaxed)
  }

  /// How late an event was pushed in ns; nil if it was not yet, or too many were since.
  @inlinable @inline(always) func lateness(of index: Int) -> Int64? {
    let word = unsafe (entries + (index & mask)).pointee.lateness.load(ordering: .acquiring)
    guard word & (1 &<< Self.lapBits &- 1) == lap(of: index) else { return nil }
    return Int64(bitPattern: word &>> Self.lapBits)
  }

  /// In which lap of the ring an index lies; the first is not that of an entry that nobody wrote.
  @inlinable @inline(always) func lap(of index: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: index &>> lapShift) & (1 &<< Self.lapBits &- 1)
  }
}
