/// Finds where the time leaps for good while the seconds since the start go on, by how far both are apart.
///
/// A leap is one of ``limit`` or more. For three seconds before it and after it, or to the end, and for five
/// rows at least, the clocks keep their distance to a quarter of it: what is late once, drifts, or counts
/// whole seconds only does not.
struct ClockLeapFinder {
  /// A row whose clocks are farther apart than those of the row before it, or less.
  struct Leap: Equatable {
    /// The number of the row among those that were seen.
    let row: Int
    /// By how much, in ns.
    let change: Int64
  }

  /// The leaps that have lasted so far, in the order of the rows.
  private(set) var leaps: [Leap] = []

  private var rowCount = 0
  private var last: (timestamp: Int64, elapsed: Int64)?
  /// The latest rows that were in order.
  private var recent: [Entry] = []
  private var start = 0
  private var open: [Open] = []

  private struct Entry {
    var elapsed: Int64
    var offset: Int64
    /// Whether one of both clocks stood still before it.
    var isCoarse: Bool
  }

  private struct Open {
    var leap: Leap
    var elapsed: Int64
    var offset: Int64
    var rowCount = 0
  }

  /// The shortest leap that is found, in ns.
  static let limit: Int64 = 50_000_000
  /// For how long a distance has to stay, in ns.
  private static let window: Int64 = 3_000_000_000
  /// In how many rows a distance has to stay.
  private static let rowsAround = 5

  /// Sees the next row.
  mutating func see(timestamp: Int64, elapsed: Int64?) {
    defer { rowCount += 1 }
    guard let elapsed, elapsed >= 0 else { return restart() }
    let offset = timestamp - elapsed
    guard let last else {
      self.last = (timestamp, elapsed)
      return recent.append(Entry(elapsed: elapsed, offset: offset, isCoarse: false))
    }
    let (step, other) = (timestamp - last.timestamp, elapsed - last.elapsed)
    self.last = (timestamp, elapsed)
    guard other >= 0 else {
      restart()
      self.last = (timestamp, elapsed)
      return recent.append(Entry(elapsed: elapsed, offset: offset, isCoarse: false))
    }
    let isCoarse = (step == 0) != (other == 0)
    settle(elapsed: elapsed, offset: offset, isCoarse: isCoarse)
    let change = step - other
    if abs(change) >= Self.limit, !isCoarse, wasSteady(within: abs(change) / 4) {
      let leap = Leap(row: rowCount, change: change)
      open.append(Open(leap: leap, elapsed: elapsed, offset: offset))
    }
    recent.append(Entry(elapsed: elapsed, offset: offset, isCoarse: isCoarse))
    while recent.count - start > Self.rowsAround, recent[start].elapsed < elapsed - Self.window {
      start += 1
    }
    if start > 4096 {
      recent.removeFirst(start)
      start = 0
    }
  }

  /// The rows are over: what has lasted until here lasts.
  mutating func end() {
    for one in open where one.rowCount >= Self.rowsAround { leaps.append(one.leap) }
    open = []
  }

  /// Holds a row against the leaps before it.
  private mutating func settle(elapsed: Int64, offset: Int64, isCoarse: Bool) {
    guard !open.isEmpty else { return }
    var kept: [Open] = []
    for var one in open {
      guard !isCoarse, abs(offset - one.offset) <= abs(one.leap.change) / 4 else { continue }
      one.rowCount += 1
      if one.rowCount >= Self.rowsAround, elapsed - one.elapsed >= Self.window {
        leaps.append(one.leap)
      } else {
        kept.append(one)
      }
    }
    open = kept
  }

  /// Whether the clocks have kept the distance of the row before this one.
  private func wasSteady(within tolerance: Int64) -> Bool {
    let entries = recent[start...]
    guard entries.count >= Self.rowsAround, let reference = entries.last?.offset else {
      return false
    }
    return entries.allSatisfy { !$0.isCoarse && abs($0.offset - reference) <= tolerance }
  }

  private mutating func restart() {
    recent.removeAll(keepingCapacity: true)
    start = 0
    open = []
    last = nil
  }
}
