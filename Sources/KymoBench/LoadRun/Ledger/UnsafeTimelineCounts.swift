public import KymoHistogram

/// The response times of a run, counted in each of a fixed number of equal intervals.
///
/// An event belongs to the interval in which it was due. Those come in order, so that a comparison
/// tells whether the next interval has begun, and no division is needed. An interval has a
/// histogram of one digit; all of them together take 640 KB at most, whatever the run.
///
/// SAFETY: `counts` has `intervalCount` times `layout.bucketCount` elements, and `maxima` has
/// `intervalCount`; both are allocated and set to zero in `init` and freed in `deinit`, and the type
/// is noncopyable. `interval` stays below `intervalCount`, as nothing goes beyond the last. A
/// time is cut to the range of the layout before it becomes an index, which is therefore below
/// `layout.bucketCount`.
@safe @frozen @usableFromInline struct TimelineCounts: ~Copyable {
  /// Never more intervals than that.
  static var maximumIntervals: Int { 256 }
  /// A plan with fewer events than this for each interval has fewer intervals, but not below 32.
  static var wantedEvents: Int { 2000 }

  @usableFromInline let layout: HistogramLayout
  @usableFromInline let counts: UnsafeMutablePointer<UInt32>
  @usableFromInline let maxima: UnsafeMutablePointer<Int64>
  @usableFromInline let intervalCount: Int
  /// How long an interval is, in ns.
  @usableFromInline let width: Int64
  /// The interval of the latest event.
  @usableFromInline var interval = 0
  /// When that interval ends, in ns after the start of the run; never for the last.
  @usableFromInline var end: Int64

  /// Makes room for the events of a plan, of which one in `sampleInterval` is timed, and touches all
  /// of it.
  ///
  /// - Precondition: the plan has events.
  init(_ plan: ArrivalPlan, sampleInterval: Int = 1) {
    precondition(plan.count > 0, "a plan without events")
    guard
      let layout = HistogramLayout(lowest: 1, highest: 3_600_000_000_000, significantDigits: 1)
    else { preconditionFailure("one digit from 1 ns to 1 h is a layout") }
    self.layout = layout
    intervalCount = min(
      Self.maximumIntervals,
      max(32, plan.count / sampleInterval / Self.wantedEvents)
    )
    width = plan.lastOffset / Int64(intervalCount) + 1
    end = width
    unsafe counts = .allocate(capacity: intervalCount * layout.bucketCount)
    unsafe counts.initialize(repeating: 0, count: intervalCount * layout.bucketCount)
    unsafe maxima = .allocate(capacity: intervalCount)
    unsafe maxima.initialize(repeating: 0, count: intervalCount)
  }

  @inlinable deinit {
    unsafe counts.deallocate()
    unsafe maxima.deallocate()
  }

  /// Counts one response time in ns; `due` must not go back to an interval before the latest.
  ///
  /// - Complexity: O(1) but for the step to a later interval, without allocation.
  @inlinable @inline(always) mutating func record(_ response: Int64, due: Int64) {
    while due >= end, interval < intervalCount &- 1 { advance() }
    let value = min(max(response, 0), layout.highestCountable)
    unsafe counts[interval &* layout.bucketCount &+ layout.index(of: value)] &+= 1
    if response > (unsafe maxima[interval]) { unsafe maxima[interval] = response }
  }

  /// Counts one response time in ns of an event that was due at any time, in ns after the start of the run.
  ///
  /// - Complexity: O(1), without allocation.
  mutating func record(_ response: Int64, dueAnywhere due: Int64) {
    interval = min(Int(max(0, due) / width), intervalCount - 1)
    end = interval == intervalCount - 1 ? .max : Int64(interval + 1) * width
    record(response, due: due)
  }

  /// Goes on to the next interval.
  @usableFromInline mutating func advance() {
    interval += 1
    end = interval == intervalCount - 1 ? .max : end + width
  }

  /// Where the counts are, for as long as this is there.
  @usableFromInline var window: TimelineWindow {
    TimelineWindow(
      layout: layout,
      intervalCount: intervalCount,
      address: unsafe UInt(bitPattern: counts)
    )
  }

  /// The counts as a timeline.
  var summary: LatencyTimeline {
    let intervals = (0..<intervalCount).map { interval in
      let histogram = Histogram(layout: layout)
      for index in 0..<layout.bucketCount {
        let count = unsafe counts[interval * layout.bucketCount + index]
        if count > 0 {
          histogram.record(layout.lowestEquivalent(ofIndex: index), count: Int64(count))
        }
      }
      return TimelineInterval(histogram, max: unsafe maxima[interval])
    }
    return LatencyTimeline(intervalNanoseconds: width, intervals: intervals)
  }
}
