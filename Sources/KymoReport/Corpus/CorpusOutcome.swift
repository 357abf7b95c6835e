import KymoBench

/// The result of a task, in figures.
struct CorpusOutcome {
  /// The measurements.
  enum Figures {
    /// How many outcomes a replay had, and their digest.
    case replay(events: Int, digest: String)
    /// Times of all commands together, in ns; nil where there are too few events.
    case load(events: Int64, p50: Int64?, p99: Int64?, max: Int64)
    /// The counts of all commands' events, in the order of ``CorpusCounts/figures``; nil if not counted.
    case counts(events: Int, totals: [Int64?])
  }

  /// The task.
  let task: CorpusTask
  /// The result that counts, without what the build reported; nil if there is none.
  let result: CorpusResult?
  /// The measurements; nil if there are none.
  let figures: Figures?
}

extension CorpusOutcome.Figures {
  /// Takes the figures of what a build reported.
  init(_ report: CorpusMerge.Report) {
    switch report {
    case .replay(let replay): self = .replay(events: replay.events, digest: replay.digest)
    case .load(let run):
      let overall = run.result.overall
      // Without a schedule there are no response times.
      let times = overall.response.count > 0 ? overall.response : overall.service
      self = .load(events: overall.count, p50: times.p50, p99: times.p99, max: times.max)
    case .counts(let counts):
      let totals = CorpusCounts.figures.indices.map { place in
        counts.commands.reduce(Int64?.some(0)) { sum, command in
          sum.flatMap { sum in command.totals[place].map { sum + $0 } }
        }
      }
      self = .counts(events: counts.commands.reduce(0) { $0 + $1.events }, totals: totals)
    }
  }
}
