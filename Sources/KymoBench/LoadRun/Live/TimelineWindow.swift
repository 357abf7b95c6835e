import KymoHistogram

/// Where the response times of a run are counted, for a thread that looks at them meanwhile.
@usableFromInline struct TimelineWindow: Sendable {
  /// How times are counted in an interval.
  let layout: HistogramLayout
  /// How many intervals there are.
  let intervalCount: Int
  /// Where the first of the counts is, which are words of 32 bits.
  let address: UInt
}
