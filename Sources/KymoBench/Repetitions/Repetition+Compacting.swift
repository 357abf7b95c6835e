import KymoHistogram

extension Repetition {
  /// The same in a fraction of the memory: histograms that reach no further than their values.
  ///
  /// A histogram of a run has room for an hour, 264 KiB, and a run has many of them. Counts, buckets and
  /// everything that is derived from them stay what they are.
  ///
  /// - Complexity: O(commands · buckets of a histogram).
  public var compacted: Repetition {
    Repetition(result.compacted, digest: digest)
  }
}

extension LoadResult {
  /// The same with histograms that reach no further than their values.
  fileprivate var compacted: LoadResult {
    LoadResult(
      offered: OfferedLoad(
        arrivals: offered.arrivals,
        plannedCount: offered.plannedCount,
        count: offered.count,
        isInterrupted: offered.isInterrupted,
        rate: offered.rate,
        slips: offered.slipHistogram.compacted,
        drops: offered.drops
      ),
      measured: MeasuredLoad(
        warmUpCount: measured.warmUpCount,
        warmUp: measured.warmUp,
        rate: measured.rate,
        nanoseconds: measured.nanoseconds,
        commands: commands.map(\.compacted),
        overall: overall.compacted,
        deadlineNanoseconds: measured.deadlineNanoseconds,
        timeline: measured.timeline,
        sampleInterval: measured.sampleInterval,
        tail: measured.tail
      ),
      validity: validity,
      platform: platform,
      system: system,
      repetitions: repetitions
    )
  }
}

extension CommandReport {
  /// The same with histograms that reach no further than their values.
  fileprivate var compacted: CommandReport {
    CommandReport(
      name: name,
      response: responseHistogram.compacted,
      service: serviceHistogram.compacted,
      reply: replyHistogram.compacted,
      slip: slipHistogram.compacted,
      queueing: queueingHistogram.compacted,
      statuses: statuses,
      jitter: stream?.jitterHistogram.compacted,
      missedDeadlines: missedDeadlines
    )
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
