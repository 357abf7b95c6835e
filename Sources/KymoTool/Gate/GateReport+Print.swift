import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

extension GateReport {
  /// How many functions are named whose counts changed.
  private static let shownChanges = 5
  /// The widest line of what stands before the tables, in characters.
  private static let width = 80

  /// The report for people: the verdict, what it is about, what was measured, and how to do it again.
  ///
  /// `commandLine` makes it again.
  func print(to console: inout Console, commandLine: String) {
    console.print(Self.filled("\(decision.verdict.rawValue): ", decision.sentence))
    for reason in decision.reasons { console.print(Self.filled("  ", reason)) }
    console.print("")
    line("recording", recording.printable, &console)
    for build in [base, head] { line(build.side.rawValue, text(build), &console) }
    for fact in facts { line(fact.name, fact.text, &console) }
    let took = console.quantity.duration(nanoseconds: Int64(seconds * 1e9))
    line("took", took, &console)
    for (measured, judgement) in zip(measurements.methods, judgements) {
      console.print("")
      console.printHeading("\(judgement.phase.name): \(measured.method.title)")
      print(judgement, to: &console)
    }
    print(measurements.counts, to: &console)
    profile?.print(to: &console)
    console.print("")
    for note in measurements.notes { console.print(Self.filled("note  ", note)) }
    console.print("again: \(commandLine)")
  }

  private func line(_ name: String, _ text: String, _ console: inout Console) {
    let label = name + String(repeating: " ", count: max(1, 11 - name.count))
    console.print(Self.filled(label, text))
  }

  /// A text within the width, with what stands before it; further lines begin below its first word.
  private static func filled(_ label: String, _ text: String) -> String {
    HelpText.fill(
      HelpText.words(text),
      width: width,
      first: label,
      next: String(repeating: " ", count: label.count)
    )
  }

  private func text(_ build: GateBuild) -> String {
    var parts = [build.label.printable]
    if build.isThisTool {
      parts.append("\(GatePage.thisTool), version \(ToolContext.kymographVersion)")
    } else if let version = build.version {
      parts.append(version.text.printable)
    }
    if let origin = build.origin, !build.isThisTool {
      parts.append(origin + (build.isKept ? ", a build that was kept" : ", built now"))
    }
    return parts.joined(separator: ", ")
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
    let phase = judgement.phase
    if phase.states.isSeveral {
      let quantity = console.quantity
      let states = phase.states.medians.map { quantity.duration(nanoseconds: Int64($0.rounded())) }
      console.print(
        "states   the machine had \(states.count), with BASE at \(states.joined(separator: ", ")); "
          + (phase.setAsideCount == 1
            ? "1 pair, during which it changed, is set aside"
            : "\(phase.setAsideCount) pairs, during which it changed, are set aside")
      )
    }
    let unknown = [judgement.notKnown].compactMap(\.self) + judgement.sparedReasons
    for reason in unknown where decision.notKnown.contains(reason) {
      console.print("verdict  \(reason); the verdict does without (--require \(phase.name))")
    }
  }

  private func print(_ counts: [CountComparison], to console: inout Console) {
    guard !counts.isEmpty else { return }
    console.print("")
    console.printHeading("counts: per event, and of handlers per call, under valgrind")
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
        .text(count.name.printable),
        .number(count.perEvent(base), decimals: 3),
        .number(count.perEvent(head), decimals: 3),
        count.changeText.map { .text($0.change) }
          ?? (head > 0 ? .missing : .text("+0.0 %")),
        .text(count.allowedText),
        .text(count.verdict?.rawValue ?? ""),
      ])
    }
    console.print(table)
    for count in counts where !count.changes.isEmpty {
      let changes = count.changes.prefix(Self.shownChanges).map { change in
        (change.difference < 0 ? "-" : "+")
          + "\(NumberText.significant(abs(change.difference))) \(change.name.printable)"
      }
      let more = count.changes.count - changes.count
      console.print(
        "\(count.name) per event that changed: " + changes.joined(separator: ", ")
          + (more > 0 ? ", and \(more) more" : "")
      )
    }
    for count in counts {
      if let reason = count.unavailable {
        console.print("\(count.name.printable) unavailable: \(reason)")
      }
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
}
