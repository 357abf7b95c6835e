import KymoCore

/// Draws after how many events the next one is timed, so that on average one in so many is.
///
/// The distances are even from 1 to twice the mean less one: whatever repeats in the events, each place in
/// it is timed as often as any other. Equal seeds give equal distances.
@usableFromInline struct SampleGaps {
  private var random: SplitMix64
  private let range: UInt64

  /// - Precondition: `mean` is in `1...LoadRun.maximumSampleInterval`.
  init(mean: Int, seed: UInt64) {
    precondition(1...LoadRun.maximumSampleInterval ~= mean, "one event in \(mean) is not timed")
    random = SplitMix64(seed: seed)
    range = UInt64(2 * mean - 1)
  }

  /// The next distance; 1 is the next event.
  @usableFromInline mutating func next() -> Int {
    1 + Int(random.next().multipliedFullWidth(by: range).high)
  }
}
