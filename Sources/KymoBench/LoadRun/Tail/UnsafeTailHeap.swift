/// The slowest events so far: a heap of fixed size with the least slow of them on top.
///
/// An event that is not slow costs one comparison.
///
/// SAFETY: `entries` has `capacity` elements, which `init` sets and `deinit` frees; the type is
/// noncopyable. `count` never exceeds `capacity`, and every index comes from below `count`.
@safe @frozen @usableFromInline struct TailHeap: ~Copyable {
  @usableFromInline let entries: UnsafeMutablePointer<TailEntry>
  /// How many events are kept at most; 0 keeps none.
  @usableFromInline let capacity: Int
  /// How many are kept.
  @usableFromInline var count = 0
  /// An event is kept if its response time is above this.
  @usableFromInline var threshold: Int64

  /// Makes room for `capacity` events, and touches all of it.
  @usableFromInline init(capacity: Int) {
    precondition(capacity >= 0, "a negative number of events")
    self.capacity = capacity
    threshold = capacity == 0 ? .max : .min
    unsafe entries = .allocate(capacity: max(1, capacity))
    unsafe entries.initialize(repeating: TailEntry(), count: max(1, capacity))
  }

  @inlinable deinit { unsafe entries.deallocate() }

  /// Keeps an event whose response time is above ``threshold``, for the least slow if there is no room.
  ///
  /// - Precondition: the capacity is not 0.
  /// - Complexity: O(log capacity), without allocation.
  @usableFromInline mutating func insert(_ entry: TailEntry) {
    precondition(capacity > 0, "there is no room for any event")
    if count < capacity {
      var hole = count
      count += 1
      while hole > 0, unsafe entry.isBelow(entries[(hole - 1) / 2]) {
        unsafe entries[hole] = entries[(hole - 1) / 2]
        hole = (hole - 1) / 2
      }
      unsafe entries[hole] = entry
    } else {
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < count else { break }
        if child + 1 < count, unsafe entries[child + 1].isBelow(entries[child]) { child += 1 }
        guard unsafe entries[child].isBelow(entry) else { break }
        unsafe entries[hole] = entries[child]
        hole = child
      }
      unsafe entries[hole] = entry
    }
    if count == capacity { threshold = unsafe entries[0].response }
  }

  /// The events that are kept, the slowest first.
  ///
  /// - Complexity: O(capacity · log capacity).
  var slowestFirst: [TailEntry] {
    (0..<count).map { unsafe entries[$0] }.sorted { $1.isBelow($0) }
  }
}
