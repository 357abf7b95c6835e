import KymoBench
import KymoReport
import KymoText

/// What `kymo gate` shows at the end: of which builds, what was asked for, and what was measured.
struct GateReport {
  let base: GateBuild
  let head: GateBuild
  let recording: String
  /// The app that was measured; nil if neither build says which.
  let app: String?
  /// The page that was measured with it, as the user named it.
  let page: String?
  let configuration: GateConfiguration
  let measurements: GateMeasurements
  /// How long it took, in s.
  let seconds: Double
  /// What became of `--profile`; nil without it.
  var profile: GateProfile?
  /// What each way of measuring comes to.
  let judgements: [PhaseJudgement]
  /// The verdict.
  let decision: GateDecision

  /// Judges what was measured.
  init(
    base: GateBuild,
    head: GateBuild,
    recording: String,
    app: String?,
    page: String?,
    configuration: GateConfiguration,
    measurements: GateMeasurements,
    seconds: Double
  ) {
    self.base = base
    self.head = head
    self.recording = recording
    self.app = app
    self.page = page
    self.configuration = configuration
    self.measurements = measurements
    self.seconds = seconds
    judgements = measurements.judgements(configuration)
    decision = measurements.decision(configuration)
  }

  /// Whether something that was measured or counted has got worse, beyond another digest.
  var hasCostlierHead: Bool {
    decision.verdict == .regressed
      && (judgements.contains { $0.verdict == .regressed }
        || measurements.counts.contains { $0.verdict == .regressed })
  }

  /// What has to be known beside the figures.
  var notes: [String] { measurements.notes + (profile.map { [$0.note] } ?? []) }

  /// What exports say.
  func summary(startNanoseconds: Int64?, tool: String) -> GateSummary {
    GateSummary(
      program: ToolContext.program,
      base: base.label.printable,
      head: head.label.printable,
      recording: recording.printable,
      decision: decision,
      phases: judgements,
      counts: measurements.counts,
      notes: notes,
      seconds: seconds,
      startNanoseconds: startNanoseconds,
      tool: tool
    )
  }

  /// The report for people.
  func print(to console: inout Console) {
    print(base, to: &console)
    print(head, to: &console)
    if let app { console.print("app   \(app.printable)") }
    if let page {
      console.print("page  \(page.printable)" + (base.commit == nil ? "" : ", that of each commit"))
    }
    if let base = measurements.base, base.digest == measurements.head?.digest {
      console.print("both replay \(recording) to \(base.digest)")
    }
    for (measured, judgement) in zip(measurements.methods, judgements) {
      console.print("")
      console.printHeading("\(judgement.phase.name): \(measured.method.title)")
      print(judgement, to: &console)
    }
    print(measurements.counts, to: &console)
    profile?.print(to: &console)
    console.print("")
    for note in measurements.notes { console.print("note  \(note)") }
    for reason in decision.reasons { console.print("  \(reason)") }
    console.print(closing(console.quantity))
  }

  private func print(_ build: GateBuild, to console: inout Console) {
    var parts = [build.label.printable]
    if build.isThisTool {
      parts.append("\(GatePage.thisTool), version \(ToolContext.kymographVersion)")
    } else if let version = build.version {
      parts.append(version.text.printable)
    }
    if let origin = build.origin, !build.isThisTool {
      parts.append(origin + (build.isKept ? ", a build that was kept" : ", built now"))
    }
    console.print("\(build.side.rawValue)  " + parts.joined(separator: ", "))
  }

  private func print(_ judgement: PhaseJudgement, to console: inout Console) {
    guard !judgement.metrics.isEmpty else { return }
    var table = TextTable(
      [.left("command"), .left("figure")]
        + ["base", "head", "change", "bounds", "visible"].map { .right($0) } + [.left("verdict")]
    )
    for metric in judgement.metrics {
      let first = metric.judgement.first
      table.addRow([
        .text(metric.metric.command.printable),
        .text(metric.metric.quantity.rawValue),
        time(metric.base),
        time(metric.head),
        first.map { .text(PhaseJudgement.percent($0.ratio)) } ?? .missing,
        first.map { .text(Self.bounds($0)) } ?? .missing,
        metric.judgement.smallestVisible.map { .text(PhaseJudgement.percent($0)) } ?? .missing,
        .text(word(metric.judgement)),
      ])
    }
    console.print(table)
    console.print(
      "change   the median of the pairs' own ratios, not the ratio of the two medians beside it"
    )
    if let watched = judgement.metrics.first, let control = watched.control {
      var line = "control  BASE against itself \(PhaseJudgement.percent(control.ratio))"
      if let planned = judgement.phase.canary, let canary = judgement.canary {
        line += "; \(planned.nanoseconds) ns added on purpose: "
        line += "\(PhaseJudgement.percent(canary.ratio)), "
        line += judgement.isCanarySeen ? "seen" : "not seen for certain"
      }
      console.print(line)
    }
  }

  private func print(_ counts: [CountComparison], to console: inout Console) {
    guard !counts.isEmpty else { return }
    console.print("")
    console.printHeading("counts: per event, under valgrind")
    if let reason = counts[0].unavailable, counts.allSatisfy({ $0.unavailable == reason }) {
      return console.print("unavailable: \(reason)")
    }
    var table = TextTable(
      [.left("count")] + ["base", "head", "change", "limit"].map { .right($0) }
        + [.left("verdict")]
    )
    for count in counts {
      guard let base = count.base, let head = count.head else { continue }
      table.addRow([
        .text(count.name),
        .number(Double(base) / Double(count.events), decimals: 3),
        .number(Double(head) / Double(count.events), decimals: 3),
        count.ratio.map { .text(PhaseJudgement.percent($0)) }
          ?? (head > 0 ? .missing : .text("+0.0 %")),
        .text(PhaseJudgement.percent(1 + count.allowedShare)),
        .text(count.verdict?.rawValue ?? ""),
      ])
    }
    console.print(table)
    for count in counts {
      if let reason = count.unavailable { console.print("\(count.name) unavailable: \(reason)") }
    }
  }

  private func time(_ nanoseconds: Double?) -> TextCell {
    guard let nanoseconds else { return .missing }
    return nanoseconds < 1000
      ? .text(NumberText.fixed(nanoseconds, decimals: 1) + " ns")
      : .nanoseconds(Int64(nanoseconds.rounded()))
  }

  private func word(_ judgement: MetricJudgement) -> String {
    switch judgement.finding {
    case .notRepeated: "PASS, not repeated"
    case .unconfirmed: "INCONCLUSIVE, not confirmed"
    case .noisy: "INCONCLUSIVE, noisy"
    case .tooFewPairs(let had, let needed): "INCONCLUSIVE, \(had) of \(needed) pairs"
    case .slower, .faster, .unchanged: judgement.verdict.rawValue
    }
  }

  private static func bounds(_ interval: RatioInterval) -> String {
    let (low, high) = (
      PhaseJudgement.percent(interval.low), PhaseJudgement.percent(interval.high)
    )
    return low.hasSuffix(" %") ? "\(low.dropLast(2)) … \(high)" : "\(low) … \(high)"
  }

  private func closing(_ quantity: QuantityText) -> String {
    let took = "; " + quantity.duration(nanoseconds: Int64(seconds * 1e9))
    let text =
      switch decision.verdict {
      case .pass:
        "HEAD is no slower than BASE" + visible
      case .improved: "HEAD is faster than BASE, in two independent batches" + visible
      case .regressed: "HEAD is worse than BASE"
      case .inconclusive: "nothing can be said for certain"
      case .invalid: "do not compare these builds by this run"
      }
    return "\(decision.verdict.rawValue): \(text)\(took)"
  }

  private var visible: String {
    let ratios = judgements.flatMap(\.metrics).filter { !$0.metric.quantity.isTail }
      .compactMap(\.judgement.smallestVisible)
    guard let largest = ratios.max() else { return "" }
    return "; \(PhaseJudgement.percent(largest)) of any median would have been seen"
  }
}
