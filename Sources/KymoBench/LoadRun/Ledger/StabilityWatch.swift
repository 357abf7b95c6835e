import KymoHistogram

/// Tells when the response times of the first events no longer change.
///
/// The events are taken in windows of equal size. Times are stable once the medians of the last
/// three windows are within 2 % of each other, or within 25 ns, which is about one look at the
/// clock. It takes a few ns per event, and some µs at the end of a window: all before anything is
/// measured.
@usableFromInline struct StabilityWatch {
  /// How many windows have to agree.
  static let agreeing = 3
  /// By how many ns they may differ, whatever share that is.
  static let toleranceNanoseconds: Int64 = 25

  /// How many events a window has.
  let windowCount: Int
  private let window = LoadRun.makeHistogram()
  private var latest: [3 of Int64] = [0, 0, 0]
  private var windows = 0
  /// Whether the times are stable; once they are, nothing more is looked at.
  private(set) var isStable = false

  init(windowCount: Int) {
    precondition(windowCount > 0, "a window of no events has no median")
    self.windowCount = windowCount
  }

  /// The medians of the last three windows in ns, the oldest first; fewer if there were fewer.
  var medians: [Int64] {
    (max(0, windows - Self.agreeing)..<windows).map { latest[$0 % Self.agreeing] }
  }

  /// Takes the next response time, in ns.
  ///
  /// - Returns: true for the event with which the times became stable.
  mutating func note(_ response: Int64) -> Bool {
    guard !isStable else { return false }
    window.record(response)
    guard window.totalCount + window.outOfRangeCount >= Int64(windowCount) else { return false }
    latest[windows % Self.agreeing] = window.value(atPercentile: 50)
    windows += 1
    window.reset()
    guard windows >= Self.agreeing else { return false }
    let lowest = min(latest[0], latest[1], latest[2])
    let highest = max(latest[0], latest[1], latest[2])
    isStable = highest - lowest <= max(lowest / 50, Self.toleranceNanoseconds)
    return isStable
  }
}
