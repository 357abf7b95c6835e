import KymoHistogram

/// The gaps of a channel: waits of more than five times the median, if its messages come regularly at all.
struct GapSurvey {
  /// A wait between two consecutive messages, in ns.
  struct Wait {
    var start: UInt64
    var end: UInt64
    var length: UInt64 { end - start }
  }

  /// How many gaps are kept: the longest.
  static let maximumCount = 64
  /// How many waits say whether messages come regularly.
  private static let leastWaits = 10

  private var previous: UInt64?
  private let waits = Histogram(lowest: 1000, highest: 10_000_000_000_000, significantDigits: 2)
  private var longest: [Wait] = []
  private var shortest = 0

  /// Adds a message; waits that go backwards are left out.
  mutating func add(_ time: UInt64) {
    defer { previous = time }
    guard let previous, time >= previous else { return }
    let wait = Wait(start: previous, end: time)
    waits.record(Int64(min(wait.length, 10_000_000_000_000)))
    if longest.count < Self.maximumCount {
      longest.append(wait)
    } else if wait.length > longest[shortest].length {
      longest[shortest] = wait
    } else {
      return
    }
    shortest = longest.indices.min { longest[$0].length < longest[$1].length } ?? 0
  }

  /// The longest gaps, the earliest first, and how many there are.
  var gaps: (longest: [Wait], count: Int64) {
    let median = waits.value(atPercentile: 50)
    guard waits.totalCount >= Self.leastWaits, median > 0,
      waits.value(atPercentile: 90) <= 3 * median
    else { return ([], 0) }
    let limit = UInt64(5 * median)
    let found = longest.filter { $0.length > limit }.sorted { $0.start < $1.start }
    guard found.count == Self.maximumCount else { return (found, Int64(found.count)) }
    let share = waits.percentile(atOrBelow: Int64(limit))
    let others = Int64((Double(waits.totalCount) * (1 - share / 100)).rounded())
    return (found, max(Int64(found.count), others))
  }
}
