public import KymoBench

/// A result of any kind, with what there is to know about it: what exports are written of.
public enum Report {
  /// One run under load, or several repetitions of it.
  case run(LoadResult, ExportContext)
  /// Load in stages.
  case stages(StagedLoad, ExportContext)
  /// The search for the highest rate.
  case sweep(SweepSummary)
  /// The counts, and the same as Kymograph's own JSON.
  case counts(CountsSummary, json: String)
  /// The times of functions.
  case functions(BenchmarkSummary)
  /// The verdict on two builds.
  case gate(GateSummary)
  /// The findings of a corpus, and its one load: the result of all recordings together; nil if it
  /// has none, or several.
  case corpus(any PagedFindings, load: (result: LoadResult, context: ExportContext)?)

  /// The kinds of results.
  public enum Kind: String, Sendable, CaseIterable {
    /// One run under load, or several repetitions of it.
    case run = "bench"
    /// Load in stages.
    case stages
    /// The search for the highest rate.
    case sweep
    /// The counts.
    case counts
    /// The times of functions.
    case functions
    /// The verdict on two builds.
    case gate
    /// The findings of a corpus.
    case corpus

    /// The name of its files, without their ending, if nobody gives one.
    var stem: String {
      switch self {
      case .run, .stages, .corpus: "bench"
      case .sweep, .counts, .functions, .gate: rawValue
      }
    }
  }

  /// Of which kind it is.
  public var kind: Kind {
    switch self {
    case .run: .run
    case .stages: .stages
    case .sweep: .sweep
    case .counts: .counts
    case .functions: .functions
    case .gate: .gate
    case .corpus: .corpus
    }
  }

  /// The figures of one load; nil if it is of anything else.
  var load: (result: LoadResult, context: ExportContext)? {
    switch self {
    case .run(let result, let context): (result, context)
    case .corpus(_, let load): load
    case .stages, .sweep, .counts, .functions, .gate: nil
    }
  }

  /// The findings.
  public var findings: any Findings {
    switch self {
    case .run(let result, let context): RunFindings(result: result, context: context)
    case .stages(let load, let context): load.findings(context)
    case .sweep(let summary): summary.findings
    case .counts(let summary, _): CountsExports.findings(summary)
    case .functions(let summary): BenchmarkExports.findings(summary)
    case .gate(let summary): GateFindings(gate: summary)
    case .corpus(let findings, _): findings
    }
  }
}
