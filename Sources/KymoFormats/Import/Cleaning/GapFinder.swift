/// Finds where nothing was recorded for much longer than usual, without keeping the rows.
struct GapFinder {
  /// How many gaps there are.
  private(set) var count = 0
  /// The line behind the first one.
  private(set) var firstLine = 0
  /// The longest, in ns.
  private(set) var longest: Int64 = 0

  private let usualGapNanoseconds: Int64
  private var stepCount = 0
  private var steps: [Int64] = []
  private var candidates: [(line: Int, step: Int64)] = []
  private var limit: Int64?

  /// How many steps decide what is usual.
  private static let sampleCount = 10_000

  /// Takes the longest silence that goes without saying, in ns.
  init(usualGapNanoseconds: Int64) { self.usualGapNanoseconds = usualGapNanoseconds }

  /// Sees the distance of a row to the one before, in ns.
  mutating func see(_ step: Int64, line: Int) {
    if let limit {
      if step > limit { add(step, line) }
      return
    }
    if step > 0 { steps.append(step) }
    if step > usualGapNanoseconds { candidates.append((line, step)) }
    stepCount += 1
    if stepCount == Self.sampleCount { decide() }
  }

  /// Decides what is usual, if that has not been decided yet.
  mutating func decide() {
    guard limit == nil else { return }
    steps.sort()
    let usual = steps.isEmpty ? 0 : steps[steps.count / 2]
    let limit = max(usualGapNanoseconds, 10 * min(usual, .max / 10))
    self.limit = limit
    for (line, step) in candidates where step > limit { add(step, line) }
    steps = []
    candidates = []
  }

  private mutating func add(_ step: Int64, _ line: Int) {
    if count == 0 { firstLine = line }
    count += 1
    longest = max(longest, step)
  }
}
