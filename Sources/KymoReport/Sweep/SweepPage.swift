import KymoBench
import KymoText

/// A sweep as a page to look at: what was found, the curve of each command that an objective is about,
/// and why rates were not kept.
struct SweepPage {
  /// How many reasons are listed.
  static let maximumReasons = 100

  let summary: SweepSummary

  private var sweep: LoadSweep { summary.sweep }
  private var arrivals: String { summary.arrivals }
  private var durationNanoseconds: Int64 { summary.durationNanoseconds }
  private var baseline: SweepBaseline? { summary.baseline }
  private var context: ExportContext { summary.context }

  /// The whole document.
  var html: String {
    HTMLPage(
      head: head,
      state: sweep.isInterrupted ? "INTERRUPTED" : nil,
      sections: (context.limits?.html ?? "") + figures + reasons,
      foot: PageFoot(context, facts),
      program: context.program
    ).html
  }

  private var head: PageHead {
    PageHead(
      command: "\(context.tool) \(context.command)",
      subject: context.recording,
      verdict: verdict,
      label: "The knee, and response times there",
      tiles: tiles
    )
  }

  private var text: SweepText { SweepText { QuantityLabel.time($0) } }

  private var objectives: String { text.objectives(sweep.objectives) }

  private var verdict: PageVerdict {
    let (title, sentence): (String, String)
    switch sweep.knee {
    case .between(let kept, let failed):
      let isKnown = !sweep.isUnoffered(failed)
      title = (isKnown ? "" : "At least ") + QuantityLabel.rate(kept)
      sentence =
        isKnown
        ? "is the highest rate that keeps \(objectives); \(QuantityLabel.rate(failed)) is not kept."
        : "keeps \(objectives); \(QuantityLabel.rate(failed)) could not be offered undisturbed, so it is "
          + "not known."
    case .atLeast(let kept):
      title = "At least \(QuantityLabel.rate(kept))"
      sentence = "the highest rate that could be tried keeps \(objectives)."
    case .never where !sweep.hasValidRun:
      title = "Not known"
      sentence = "no run was valid, so none says anything about the objective."
    case .never(let lowest):
      title = "No rate"
      sentence = "from \(QuantityLabel.rate(lowest)) up keeps \(objectives)."
    case .unknown(let kept, let failed):
      title = "Not found"
      let known = [
        kept.map { "\(QuantityLabel.rate($0)) is kept" },
        failed.map {
          "\(QuantityLabel.rate($0)) "
            + (sweep.isUnoffered($0) ? "could not be offered undisturbed" : "is not kept")
        },
      ].compactMap(\.self)
      sentence = (["the sweep was interrupted"] + known).joined(separator: ", ") + "."
    }
    let isBroken = context.limits?.broken.isEmpty == false
    return PageVerdict(
      word: title + (context.limits?.brokenWords ?? ""),
      isGood: sweep.knee.rate != nil && !sweep.isInterrupted && !isBroken,
      sentence: sentence,
      advice: sweep.steps.isEmpty || sweep.hasValidRun
        ? nil : "Free the machine, or make runs longer."
    )
  }

  /// The figures at the knee.
  private var tiles: [(String, String)] {
    guard let rate = sweep.knee.rate,
      let step = sweep.steps.last(where: { $0.rate == rate && $0.isKept })
    else { return [] }
    let response = step.response(of: sweep.objectives[0].command)
    let times = [ObjectivePercentile.p50, .p99, .p999, .max].map { percentile in
      (
        "\(percentile.rawValue) at the knee",
        QuantityLabel.time(response.flatMap { percentile.value(in: $0) })
      )
    }
    return [("knee, events/s", QuantityLabel.number(rate))] + times
  }

  private var facts: [(String, String)] {
    let facts = [
      ("objective", HTMLText.escaped(objectives)),
      ("arrivals", HTMLText.escaped(arrivals)),
      ("each run", "\(QuantityLabel.time(durationNanoseconds)), with new handlers"),
      ("runs", "\(sweep.steps.count)"),
      (
        "resolution",
        "\(NumberText.shortest((sweep.search.resolution * 1e4).rounded() / 100)) % of the rate"
      ),
      (
        "not kept",
        "a rate that was tried \(sweep.search.attempts) times, and kept the objective in none"
      ),
    ]
    let former = baseline.map { baseline in
      (
        "former knee",
        HTMLText.escaped(sweep.comparison(with: baseline) { QuantityLabel.rate($0) })
      )
    }
    return facts + [former].compactMap(\.self)
  }

  /// A figure for each command that an objective is about.
  private var figures: String {
    var commands: [String?] = []
    for objective in sweep.objectives where !commands.contains(objective.command) {
      commands.append(objective.command)
    }
    let figures = commands.enumerated().map { index, command in
      ThroughputFigure(
        id: "throughput\(index == 0 ? "" : "\(index + 1)")",
        command: command,
        objectives: sweep.objectives.filter { $0.command == command },
        knee: sweep.knee,
        points: sweep.curve.map { ThroughputPoint($0, of: command) },
        baseline: baseline
      ).html
    }
    return HTMLText.section("Throughput and latency", figures.joined())
  }

  /// Why rates were not kept.
  private var reasons: String {
    let missed = sweep.curve.filter { !$0.isKept }
    guard !missed.isEmpty else { return "" }
    let items = missed.prefix(Self.maximumReasons).map { step in
      let why = text.shortcomings(of: step)
      return "<li><strong>\(QuantityLabel.rate(step.rate))</strong>: \(HTMLText.escaped(why))</li>"
    }
    return HTMLText.section(
      "Why rates were not kept",
      "<ul class=\"remarks\">\(items.joined())</ul>\n"
    )
  }
}

extension SweepSummary {
  /// The sweep as a page to look at, in one file: equal sweeps of equal contexts give equal pages.
  public var html: String { SweepPage(summary: self).html }
}
