/// The busy periods that delayed events, as a run goes on: a list of fixed size with the longest.
@usableFromInline final class StallLog {
  /// A busy period in which an event was slow.
  struct Entry {
    /// The event that was slowest, with what the dispatcher had been doing before it.
    var worst = TailEntry()
    /// How many events were slow.
    var delayedCount = 0
  }

  /// Those that are over.
  private(set) var entries: [Entry] = []
  /// How many are over, and how many events they delayed.
  private(set) var count = 0
  private(set) var delayedCount = 0
  private var current = Entry()
  private let capacity: Int

  /// Makes room for so many; 0 keeps none.
  @usableFromInline init(capacity: Int) {
    self.capacity = capacity
    entries.reserveCapacity(capacity)
  }

  /// Takes an event that was slow.
  @usableFromInline func note(_ entry: TailEntry) {
    current.delayedCount += 1
    if entry.response > current.worst.response { current.worst = entry }
  }

  /// The next event found nothing before it.
  ///
  /// - Complexity: O(1) but for a stall, then O(capacity) at most; without allocation.
  @usableFromInline func endPeriod() {
    guard current.delayedCount > 0 else { return }
    count += 1
    delayedCount += current.delayedCount
    if entries.count < capacity {
      entries.append(current)
    } else if let place = entries.indices.min(by: {
      entries[$0].worst.response < entries[$1].worst.response
    }), entries[place].worst.response < current.worst.response {
      entries[place] = current
    }
    current = Entry()
  }
}
