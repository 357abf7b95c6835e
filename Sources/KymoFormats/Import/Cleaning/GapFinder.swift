import KymoRecording

/// Finds where nothing was recorded for much longer than usual, without keeping the rows.
struct GapFinder {
  /// How many gaps there are.
  private(set) var count = 0
  /// The line behind the first one.
  private(set) var firstLine = 0
  /// The longest, in ns.
  private(set) var longest: Int64 = 0
  /// How many of them are as if a clock had been set forward by an hour, and the line behind the first.
  private(set) var hours = (count: 0, line: 0)

  private let usualGapNanoseconds: Int64
  private var stepCount = 0
  private var steps: [Int64] = []
  private var candidates: [(line: Int, step: Int64, isTold: Bool)] = []
  private var limit: Int64?
  private var usual: Int64 = 0

  private static let hour: Int64 = 3_600_000_000_000

  /// How many steps decide what is usual.
  private static let sampleCount = 10_000

  /// Takes the longest silence that goes without saying, in ns.
  init(usualGapNanoseconds: Int64) { self.usualGapNanoseconds = usualGapNanoseconds }

  /// Sees the distance of a row to the one before, in ns; `isTold` says that another clock of the file
  /// says the same.
  mutating func see(_ step: Int64, line: Int, isTold: Bool) {
    if let limit {
      if step > limit { add(step, line, isTold) }
      return
    }
    if step > 0 { steps.append(step) }
    if step > usualGapNanoseconds { candidates.append((line, step, isTold)) }
    stepCount += 1
    if stepCount == Self.sampleCount { decide() }
  }

  /// Decides what is usual, if that has not been decided yet.
  mutating func decide() {
    guard limit == nil else { return }
    steps.sort()
    usual = steps.isEmpty ? 0 : steps[steps.count / 2]
    let limit = max(usualGapNanoseconds, 10 * min(usual, .max / 10))
    self.limit = limit
    for (line, step, isTold) in candidates where step > limit { add(step, line, isTold) }
    steps = []
    candidates = []
  }

  private mutating func add(_ step: Int64, _ line: Int, _ isTold: Bool) {
    // Rows that come once in a minute or less do not show that it was just an hour.
    let tolerance = min(3 * min(usual, Self.hour), Self.hour / 20) + Self.hour / 36_000
    if !isTold, usual < Self.hour / 60, Self.hour - usual...Self.hour + tolerance ~= step {
      if hours.count == 0 { hours.line = line }
      hours.count += 1
    }
    if count == 0 { firstLine = line }
    count += 1
    longest = max(longest, step)
  }

  /// Notes the gaps, and tells of those that may be a clock that was set.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  func report(file: String, _ log: inout ImportLog) throws(ImportError) {
    if hours.count > 0 {
      try log.repair(.hourJump, file: file, line: hours.line, count: hours.count)
    }
    guard count > 0 else { return }
    log.note(
      .gap,
      file: file,
      line: firstLine,
      count: count,
      "No rows for much longer than usual; the longest gap is \(longest / 1_000_000) ms."
    )
  }
}
