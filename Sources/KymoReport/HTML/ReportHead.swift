import KymoBench
import KymoRecording
import KymoText

/// The head of the report, with the verdict and the figures that are asked for first; and the facts of the run.
struct ReportHead {
  let result: LoadResult
  let context: ExportContext

  /// The head of the page.
  var head: PageHead {
    PageHead(
      command: "\(context.tool) \(context.command)",
      subject: context.recording,
      verdict: PageVerdict(
        reasons: result.reasons.map { "\($0)" },
        praise: "The load was offered and served as planned",
        advice: context.advice,
        limits: context.limits
      ),
      label: "Times of all commands, and the rate achieved",
      tiles: tiles
    )
  }

  /// The end of the page.
  var foot: PageFoot { PageFoot(context, facts) }

  private var tiles: [(String, String)] {
    // Without a schedule there are no response times.
    let kind: LatencyKind = result.overall.response.count > 0 ? .response : .service
    let summary = kind.summary(result.overall)
    let times = [
      ("p50", summary.p50), ("p99", summary.p99), ("p99.9", summary.p999),
      ("max", summary.count > 0 ? summary.max : nil),
    ]
    let values = times.map { ("\(kind.rawValue) \($0.0)", QuantityLabel.time($0.1)) }
    return values + [("achieved rate", achieved)]
  }

  /// The share of the offered rate that was achieved; none if no event was measured.
  private var achieved: String {
    guard result.measured.rate > 0, result.offered.rate > 0 else { return QuantityLabel.time(nil) }
    let share = result.measured.rate / result.offered.rate
    return "\(NumberText.fixed(share * 100, decimals: 1)) %"
  }

  /// Each fact: what it is, and its value as HTML.
  private var facts: [(String, String)] {
    var facts = [("arrivals", HTMLText.escaped("\(result.offered.arrivals)"))]
    facts.append(("offered", QuantityLabel.rate(result.offered.rate)))
    facts.append(("achieved", QuantityLabel.rate(result.measured.rate)))
    facts.append(
      (
        "measured",
        "\(QuantityLabel.count(result.overall.count)) events in "
          + "\(NumberText.fixed(result.measuredSeconds, decimals: 3)) s"
      )
    )
    if let set = result.repetitions {
      let count =
        set.all.count == set.wanted ? "\(set.wanted)" : "\(set.all.count) of \(set.wanted)"
      facts.append(("repetitions", "\(count), each in a process of its own"))
    }
    if let deadline = result.measured.deadlineNanoseconds {
      let missed = result.overall.missedDeadlines ?? 0
      let share = 100 * Double(missed) / Double(max(1, result.overall.count))
      facts.append(
        (
          "deadline",
          "\(QuantityLabel.time(deadline)), missed by \(QuantityLabel.count(missed)) events, "
            + "\(NumberText.significant(share)) %"
        )
      )
    }
    facts.append(
      ("warm-up", "\(NumberText.grouped(result.measured.warmUpCount)) events, not counted")
    )
    facts.append(("schedule slip", slip))
    facts.append(
      ("drops", list(result.offered.drops.map { ($0.place.rawValue, $0.count) }, none: "none"))
    )
    if !context.losses.isEmpty {
      let losses = list(context.losses.map { ($0.place, Int(clamping: $0.count)) }, none: "")
      facts.append(("not in the recording", losses))
    }
    if !context.counters.isEmpty {
      let counters = list(context.counters.map { ($0.name, Int(clamping: $0.count)) }, none: "")
      facts.append(("counted", counters))
    }
    facts.append(("digest", "<code>\(HTMLText.escaped(context.digest))</code>"))
    facts.append(("threads", threads))
    facts.append(
      (
        "timer floor",
        "\(NumberText.fixed(result.platform.timerFloorNanoseconds, decimals: 1)) ns for a look at "
          + "the clock, which every time contains"
      )
    )
    if let cost = result.platform.measuringNanoseconds {
      let share =
        result.measured.sampleInterval > 1
        ? ", of which 1 in \(result.measured.sampleInterval) is timed" : ""
      facts.append(
        (
          "measuring",
          "\(NumberText.fixed(cost, decimals: 1)) ns of the dispatcher per event\(share)"
        )
      )
    }
    return facts
  }

  private var slip: String {
    let slip = result.offered.slip
    guard slip.count > 0 else { return "no schedule" }
    return "p50 \(QuantityLabel.time(slip.p50)), p99 \(QuantityLabel.time(slip.p99)), "
      + "max \(QuantityLabel.time(slip.max))"
  }

  private var threads: String {
    let platform = result.platform
    let pinned =
      switch (platform.generatorIsPinned, platform.dispatcherIsPinned) {
      case (true, true): "both pinned"
      case (true, false): "only the generator pinned"
      case (false, true): "only the dispatcher pinned"
      case (false, false): "not pinned"
      }
    guard let count = platform.availableCoreCount else { return pinned }
    if case .pinned(let generator, let dispatcher) = platform.cores {
      return "\(pinned), to cores \(generator) and \(dispatcher) of \(count)"
    }
    return "\(pinned), \(count) cores"
  }

  private func list(_ counts: [(String, Int)], none: String) -> String {
    counts.isEmpty
      ? none
      : counts.map { "\(HTMLText.name($0.0)) \(NumberText.grouped($0.1))" }.joined(separator: ", ")
  }
}
