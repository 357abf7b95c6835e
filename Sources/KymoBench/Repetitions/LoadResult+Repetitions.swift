import KymoHistogram

extension LoadResult {
  /// Adds up repetitions as if they were one run; nil if there are none.
  ///
  /// Counts are sums, percentiles those of the merged histograms, rates those over the whole time that
  /// was measured. There is no timeline: each process had a time of its own. What the plan and the
  /// machine were is what the first says.
  ///
  /// - Complexity: O(runs · commands · buckets of a histogram).
  public init?(merging set: RepetitionSet) {
    self.init(
      summing: set.all.map(\.result),
      isComplete: set.all.count == set.wanted,
      reasons: set.reasons,
      repetitions: set
    )
  }

  /// Adds up runs of any recordings, such as those of a corpus, as if they were one run; nil if there are none.
  ///
  /// - Parameters:
  ///   - runs: what is added; in whatever order, every histogram and every count comes out the same.
  ///   - isComplete: whether these are all that were wanted.
  ///   - reasons: why the figures must not be compared; empty if they may.
  ///   - repetitions: the same runs as repetitions of one, if that is what they are.
  /// - Complexity: O(runs · commands · buckets of a histogram).
  public init?(
    summing runs: [LoadResult],
    isComplete: Bool,
    reasons: [InvalidReason],
    repetitions: RepetitionSet? = nil
  ) {
    guard let first = runs.first else { return nil }
    self.init(
      offered: OfferedLoad(merging: runs, of: first, isComplete: isComplete),
      measured: MeasuredLoad(merging: runs, of: first),
      validity: LoadValidity(reasons: reasons),
      platform: first.platform,
      system: SystemObservations(
        process: ProcessCounts(merging: runs.map(\.system.process)),
        hiccups: first.system.hiccups
      ),
      repetitions: repetitions
    )
  }

  /// The rate over the time of several runs, each of so many events at such a rate.
  fileprivate static func pooled(_ runs: [(count: Int, rate: Double)]) -> Double {
    guard runs.allSatisfy({ $0.rate > 0 }) else { return 0 }
    let seconds = runs.reduce(0) { $0 + Double($1.count) / $1.rate }
    return seconds > 0 ? Double(runs.reduce(0) { $0 + $1.count }) / seconds : 0
  }
}

extension OfferedLoad {
  /// Adds up what several runs offered.
  fileprivate init(merging runs: [LoadResult], of first: LoadResult, isComplete: Bool) {
    let slips = LoadRun.makeHistogram()
    for run in runs { slips.add(run.offered.slipHistogram) }
    let drops = runs.flatMap(\.offered.drops)
    self.init(
      arrivals: first.offered.arrivals,
      plannedCount: runs.reduce(0) { $0 + $1.offered.plannedCount },
      count: runs.reduce(0) { $0 + $1.offered.count },
      isInterrupted: !isComplete || runs.contains(where: \.offered.isInterrupted),
      rate: LoadResult.pooled(
        runs.map { ($0.offered.count - $0.measured.warmUpCount, $0.offered.rate) }
      ),
      slips: slips,
      drops: LoadDrop.Place.allCases.compactMap { place in
        let count = drops.reduce(0) { $0 + ($1.place == place ? $1.count : 0) }
        return count > 0 ? LoadDrop(place: place, count: count) : nil
      }
    )
  }
}

extension MeasuredLoad {
  /// Adds up what several runs measured.
  fileprivate init(merging runs: [LoadResult], of first: LoadResult) {
    var names: [String] = []
    for command in runs.flatMap(\.commands) where !names.contains(command.name) {
      names.append(command.name)
    }
    let commands = names.map { name in
      CommandReport(name: name, merging: runs.map { $0.commands.first { $0.name == name } })
    }
    let start = first.measured.nanoseconds.lowerBound
    self.init(
      warmUpCount: runs.reduce(0) { $0 + $1.measured.warmUpCount },
      warmUp: runs.map(\.measured.warmUp).first { $0.name == "unstable" } ?? first.measured.warmUp,
      rate: LoadResult.pooled(runs.map { (Int($0.overall.count), $0.measured.rate) }),
      nanoseconds: start...start + runs.reduce(0) { $0 + $1.measured.durationNanoseconds },
      commands: commands,
      overall: CommandReport(name: first.overall.name, summing: commands),
      deadlineNanoseconds: first.measured.deadlineNanoseconds,
      timeline: LatencyTimeline(
        intervalNanoseconds: first.measured.timeline.intervalNanoseconds,
        intervals: []
      ),
      sampleInterval: first.measured.sampleInterval,
      tail: first.measured.tail
    )
  }
}
