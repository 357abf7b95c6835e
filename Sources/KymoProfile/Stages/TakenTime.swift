/// How much of a thread's time a watch has taken, by the tick: what lay in a ring meanwhile did not wait for the program.
struct TakenTime {
  private struct Mark {
    var ticks: UInt64
    var taken: Int64
  }

  private var marks: [Mark]
  private let mask: Int
  private var oldest = 0
  private var count = 0

  /// Room for what lies between the push of an event and its turn: no more marks than a lane holds events.
  init(capacity: Int) {
    var room = 2
    while room < capacity + 2 { room *= 2 }
    marks = Array(repeating: Mark(ticks: 0, taken: 0), count: room)
    mask = room - 1
  }

  /// Forgets all marks.
  mutating func reset() { (oldest, count) = (0, 0) }

  /// Notes how much was taken until now.
  ///
  /// - Complexity: O(1); of too many marks the oldest is forgotten.
  mutating func mark(_ ticks: UInt64, _ taken: Int64) {
    if count > mask { dropOldest() }
    marks[(oldest &+ count) & mask] = Mark(ticks: ticks, taken: taken)
    count &+= 1
  }

  /// How much was taken up to a time, between two marks in proportion; times are asked for in their order.
  ///
  /// - Returns: that of the oldest mark for a time before it, and nil if there is none.
  /// - Complexity: O(1) amortised.
  mutating func taken(at ticks: UInt64) -> Int64? {
    guard count > 0 else { return nil }
    while count > 1, marks[(oldest &+ 1) & mask].ticks <= ticks { dropOldest() }
    let first = marks[oldest]
    guard count > 1, ticks > first.ticks else { return first.taken }
    let second = marks[(oldest &+ 1) & mask]
    let share = Double(ticks - first.ticks) / Double(second.ticks - first.ticks)
    return first.taken + Int64(share * Double(second.taken - first.taken))
  }

  private mutating func dropOldest() {
    oldest = (oldest &+ 1) & mask
    count &-= 1
  }
}
