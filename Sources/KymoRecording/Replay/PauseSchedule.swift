import KymoCore

/// Where a replay pauses, and for how long, so that events come now together and now apart.
///
/// Pauses grow rarer: some √(2n) of them come to n events, so that a long recording takes little longer.
struct PauseSchedule {
  /// The longest pause, in ns.
  static let longest: UInt64 = 1_000_000
  /// Within how many events the first pause comes.
  static let firstGap: UInt64 = 16

  private var random: SplitMix64
  private var count: UInt64 = 0
  private var eventsLeft: UInt64

  /// The pauses of a seed.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    eventsLeft = random.next() % Self.firstGap
  }

  /// How long to pause before the next event, in ns; nil for not at all.
  mutating func next() -> Int64? {
    guard eventsLeft == 0 else {
      eventsLeft -= 1
      return nil
    }
    count += 1
    eventsLeft = random.next() % (Self.firstGap + 2 * count)
    return Int64(random.next() % Self.longest)
  }
}
