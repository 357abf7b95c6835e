import KymoCore

/// When a sensor delivers: evenly, but for a jitter that never changes the order.
struct SampleTimes: Sendable {
  /// The next time in ns.
  private(set) var next: Int64
  private var index: Int64 = 0
  private var random: Xoshiro256StarStar
  private let periodNanoseconds: Double
  private let jitter: Double  // As a part of the period, below a half.
  private let offset: Double

  /// Starts after `offset` ns.
  init(hertz: Double, jitter: Double, offset: Double, random: Xoshiro256StarStar) {
    self.periodNanoseconds = 1e9 / hertz
    self.jitter = jitter
    self.offset = offset
    self.random = random
    next = 0
    next = time()
  }

  /// Goes to the time after ``next``.
  mutating func advance() {
    index += 1
    next = time()
  }

  private mutating func time() -> Int64 {
    Int64(offset + (Double(index) + jitter * random.uniform()) * periodNanoseconds)
  }
}
