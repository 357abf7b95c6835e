/// How far a figure differs between repetitions, in ns.
public struct RepetitionSpread: Sendable, Equatable {
  /// The smallest.
  public let lowest: Int64
  /// The one in the middle; of an even number of them the lower one, so that it is one that occurred.
  public let median: Int64
  /// The largest.
  public let highest: Int64

  /// Sums up the figures of all repetitions; nil unless every one of them has it.
  public init?(_ figures: [Int64?]) {
    let known = figures.compactMap(\.self).sorted()
    guard known.count == figures.count, let first = known.first, let last = known.last else {
      return nil
    }
    lowest = first
    median = known[(known.count - 1) / 2]
    highest = last
  }
}
