import KymoCore

/// The work of the thread of a ``LiveWatch``, and the means for it.
struct LiveWork: Sendable {
  /// Between two looks, in ns.
  static let interval: Int64 = 1_000_000_000

  /// Where response times are counted.
  let window: TimelineWindow
  /// The observer that tells of losses; nil if they are only known in the end.
  let ring: RingObserver?
  /// One event in so many is timed.
  let sampleInterval: Int
  /// Where the thread may run; nil for wherever it is.
  let affinity: CoreAffinity?
  /// Tells it to stop.
  let signal: StopSignal
  /// The closure that is told of each second.
  let tell: @Sendable (LiveSecond) -> Void

  /// Looks once a second until it is to stop.
  func run() {
    affinity?.apply()
    var reader = UnsafeTimelineReader(window)
    var tally = LiveTally(layout: window.layout, sampleInterval: sampleInterval)
    let start = MonotonicClock().now
    var next = start + Self.interval
    while signal.sleep(until: next) {
      let counts = reader.counts()
      var drops: UInt64?
      if let statistics = ring?.statistics {
        drops = statistics.droppedNewest + statistics.droppedOldest
      }
      tell(tally.second(at: MonotonicClock().now - start, counts, drops: drops))
      next += Self.interval
    }
  }
}
