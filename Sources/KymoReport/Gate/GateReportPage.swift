import KymoBench
import KymoText

/// A gate's verdict as a page to look at: what was found, of which builds, every figure, and how to do it again.
struct GateReportPage {
  /// How many reasons, notes and functions are listed.
  private static let maximumLines = 100
  /// How many reasons stand beside the verdict; the others come below the figures.
  private static let firstReasons = 5

  let summary: GateSummary

  /// The whole document.
  var html: String {
    HTMLPage(
      head: PageHead(
        command: "\(summary.tool) gate",
        subject: summary.recording,
        verdict: verdict
      ),
      state: summary.decision.verdict.rawValue,
      sections: tables + changes + reasons + remarks,
      foot: PageFoot(facts: facts, commandLine: summary.commandLine),
      program: summary.program
    ).html
  }

  private var verdict: PageVerdict {
    let decision = summary.decision
    let isGood = [.pass, .improved].contains(decision.verdict)
    return PageVerdict(
      word: decision.verdict.rawValue,
      isGood: isGood,
      sentence: decision.sentence.prefix(1).uppercased() + decision.sentence.dropFirst() + ".",
      reasons: isGood ? [] : Array(decision.reasons.prefix(Self.firstReasons)),
      isResult: true
    )
  }

  private var facts: [(String, String)] {
    var facts = [
      ("recording", HTMLText.name(summary.recording)),
      ("BASE", HTMLText.name(summary.base)),
      ("HEAD", HTMLText.name(summary.head)),
    ]
    facts += summary.facts.map { (HTMLText.escaped($0.name), HTMLText.name($0.text)) }
    if let start = summary.startNanoseconds {
      facts.append(("begun", PageFoot.time(start)))
    }
    return facts + [("took", "\(NumberText.fixed(summary.seconds, decimals: 1)) s")]
  }

  /// A table for each way of measuring, and one for what was counted.
  private var tables: String {
    let figures = summary.figures
    var groups: [String] = []
    for figure in figures where !groups.contains(figure.group) { groups.append(figure.group) }
    return groups.map { group in
      let own = figures.filter { $0.group == group }
      // What is counted has none.
      let hasBounds = own.contains { $0.bounds != QuantityLabel.missing }
      var table = HTMLTable(
        Self.captions[group] ?? group,
        ["figure", "BASE", "HEAD", "change"] + (hasBounds ? ["bounds"] : []) + ["verdict"]
      )
      for figure in own {
        let values = [figure.base, figure.head, figure.change] + (hasBounds ? [figure.bounds] : [])
        table.rows.append(
          [HTMLText.name(figure.name)] + values.map(HTMLText.escaped) + [verdict(of: figure)]
        )
      }
      return
        HTMLText.section(HTMLText.escaped(group), table.html + note(group))
    }.joined()
  }

  private static let captions = [
    GatePart.counts.rawValue: "Counted under valgrind: per event, and of handlers per call",
    GatePart.cost.rawValue:
      "What an event takes with its handlers, dispatch, digest, ledger and clock, back to back",
    GatePart.load.rawValue: "From when each event was due",
  ]

  private func verdict(of figure: GateFigure) -> String {
    let text = HTMLText.breakable(figure.shortVerdict)
    return figure.verdict == .regressed
      ? HTMLText.element("strong", "class=\"slower\"", text) : text
  }

  /// Returns the evidence for the figures of a way of measuring, or against them.
  private func note(_ group: String) -> String {
    guard let phase = summary.phases.first(where: { $0.phase.name == group }) else { return "" }
    var sentences: [String] = []
    if let reason = phase.notKnown { sentences.append(reason + ".") }
    if let control = phase.metrics.first?.control {
      sentences.append("BASE against itself: \(PhaseJudgement.percent(control.ratio)).")
    }
    if let canary = phase.canary, let planned = phase.phase.canary {
      sentences.append(
        "\(planned.nanoseconds) ns added on purpose: \(PhaseJudgement.percent(canary.ratio)), "
          + (phase.isCanarySeen ? "seen." : "not seen for certain.")
      )
    }
    if let visible = phase.smallestVisible {
      sentences.append("\(PhaseJudgement.percent(visible)) of any median would have been seen.")
    }
    if phase.phase.states.isSeveral {
      sentences.append(
        "The machine had \(phase.phase.states.medians.count) states; pairs set aside: "
          + "\(phase.phase.setAsideCount)."
      )
    }
    guard !sentences.isEmpty else { return "" }
    return HTMLText.note(HTMLText.escaped(sentences.joined(separator: " ")))
  }

  /// The functions whose instructions changed.
  private var changes: String {
    guard let count = summary.counts.first(where: { !$0.changes.isEmpty }) else { return "" }
    var table = HTMLTable(
      "Own \(count.name) per event of functions that changed",
      ["function", "BASE", "HEAD", "difference"]
    )
    for change in count.changes.prefix(Self.maximumLines) {
      let difference = NumberText.fixed(change.difference, decimals: 1)
      table.rows.append([
        HTMLText.name(change.name), NumberText.fixed(change.base, decimals: 1),
        NumberText.fixed(change.head, decimals: 1),
        (change.difference > 0 ? "+" : "") + difference,
      ])
    }
    return HTMLText.section("Functions", table.html)
  }

  private var remarks: String { HTMLText.section("Notes", Self.list(summary.notes)) }

  /// The reasons that did not fit beside the verdict.
  private var reasons: String {
    let others = summary.decision.reasons.dropFirst(Self.firstReasons)
    return HTMLText.section("More reasons", Self.list(others))
  }

  private static func list(_ texts: some Collection<String>) -> String {
    guard !texts.isEmpty else { return "" }
    var items = texts.prefix(maximumLines).map { "<li>\(HTMLText.breakable($0))</li>" }
    if texts.count > items.count { items.append("<li>and \(texts.count - items.count) more</li>") }
    return "<ul class=\"remarks\">\(items.joined())</ul>\n"
  }
}
