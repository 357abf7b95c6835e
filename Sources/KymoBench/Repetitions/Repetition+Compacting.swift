import KymoHistogram

extension Repetition {
  /// The same in a fraction of the memory: histograms that reach no further than their values.
  ///
  /// A histogram of a run has room for an hour, 264 KiB, and a run has many of them. Counts, buckets and
  /// everything that is derived from them stay what they are.
  ///
  /// - Complexity: O(commands · buckets of a histogram).
  public var compacted: Repetition {
    var copy = self
    copy.result.slipHistogram = result.slipHistogram.compacted
    copy.result.commands = result.commands.map(\.compacted)
    copy.result.overall = result.overall.compacted
    return copy
  }
}

extension CommandReport {
  /// The same with histograms that reach no further than their values.
  fileprivate var compacted: CommandReport {
    var copy = self
    copy.responseHistogram = responseHistogram.compacted
    copy.serviceHistogram = serviceHistogram.compacted
    copy.replyHistogram = replyHistogram.compacted
    copy.slipHistogram = slipHistogram.compacted
    copy.queueingHistogram = queueingHistogram.compacted
    copy.stream?.jitterHistogram = stream?.jitterHistogram.compacted ?? LoadRun.makeHistogram()
    return copy
  }
}

extension Histogram {
  /// The same counts in the same buckets, without the room above the largest value.
  fileprivate var compacted: Histogram {
    let copy = Histogram(
      lowest: layout.lowest,
      highest: Swift.max(2 * layout.lowest, max),
      significantDigits: layout.significantDigits
    )
    copy.add(self)
    return copy
  }
}
