import KymoBench
import KymoText

/// Counts as a page to look at: whether they may be compared, those of each command, what changed since a baseline, the
/// limits, and how they came about.
struct CountsPage {
  let summary: CountsSummary

  private var context: ExportContext { summary.context }
  private var quantities: [CountedQuantity] { CountedQuantity.allCases }
  /// All commands together, or the only one.
  private var whole: CountsSummary.Row? { summary.rows.last }

  /// The whole document.
  var html: String {
    let facts = summary.facts.map { (HTMLText.escaped($0.name), HTMLText.name($0.text)) }
    return HTMLPage(
      head: head,
      state: summary.invalidReason == nil ? nil : "INVALID",
      sections: (context.limits?.html ?? "") + table + comparison,
      foot: PageFoot(context, facts),
      program: context.program
    ).html
  }

  // MARK: Head

  private var head: PageHead {
    PageHead(
      command: "\(context.tool) count",
      subject: context.recording,
      verdict: PageVerdict(
        reasons: summary.invalidReason.map { [$0] + summary.notes } ?? [],
        praise: praise,
        figures: "these counts",
        limits: context.limits
      ),
      label: "What an event of all commands takes",
      tiles: tiles
    )
  }

  private var praise: String {
    let text = "Nothing speaks against comparing these counts"
    guard let baseline = summary.baseline else { return text }
    let changes = baseline.changes(to: summary.rows)
    let changed = changes.count { $0.before != $0.now }
    let end = PageHead.end(of: baseline.name)
    return changed == 0
      ? "\(text): all \(changes.count) are those of \(end)"
      : "\(text): \(changed) of \(changes.count) changed since \(end)"
  }

  private var tiles: [(String, String)] {
    (whole?.counted ?? []).map { quantity, value in
      ("\(quantity.heading) per event", Self.text(value))
    }
  }

  // MARK: Tables

  /// The counts of each command.
  private var table: String {
    var table = HTMLTable(
      "Per event, with queue and dispatch, after a first pass that is not counted",
      ["command", "events"] + quantities.map(\.heading)
    )
    var rows = summary.rows
    // It stays in sight where there are more rows than are shown.
    let all = rows.count > 1 ? rows.popLast() : nil
    if let all { table.rows.append(cells("all commands", all, highest: nil)) }
    let highest = rows.compactMap { $0.value(.instructions) }.max()
    table.rows += rows.map { cells(HTMLText.name($0.name), $0, highest: highest) }
    let notes = summary.notes.map { HTMLText.note(HTMLText.breakable($0)) }
    return HTMLText.section("Counts", table.html + notes.joined())
  }

  private func cells(
    _ name: String,
    _ row: CountsSummary.Row,
    highest: Double?
  ) -> [String] {
    [name, NumberText.grouped(row.events)]
      + quantities.map { quantity in
        guard let value = row.value(quantity) else { return QuantityLabel.missing }
        let bar =
          quantity == .instructions ? highest.map { HTMLBar.html(value, of: $0) } ?? "" : ""
        return Self.text(value) + bar
      }
  }

  /// The changes since the baseline.
  private var comparison: String {
    guard let baseline = summary.baseline else { return "" }
    let changes = baseline.changes(to: summary.rows)
    let changed = changes.filter { $0.before != $0.now }
    var table = HTMLTable(
      "Per event, before and now",
      ["command", "figure", "before", "now", "change"]
    )
    table.rows = changed.map { change in
      [
        HTMLText.name(change.command), change.quantity.heading, Self.text(change.before),
        Self.text(change.now), Self.change(change),
      ]
    }
    let same = changes.count - changed.count
    var notes: [String] = []
    if changed.isEmpty {
      notes.append("All \(changes.count) figures that both have are the same.")
    } else if same > 0 {
      notes.append("\(same) more figures are the same.")
    }
    if baseline.valgrind != summary.valgrind {
      let names = [baseline.valgrind, summary.valgrind].map { $0 ?? "nothing" }
      notes.append("Not the same: \(names[0]) counted there, \(names[1]) here.")
    }
    let texts = notes.map { HTMLText.note(HTMLText.breakable($0)) }
    return HTMLText.section(
      "Compared with \(HTMLText.name(PageHead.end(of: baseline.name)))",
      (changed.isEmpty ? "" : table.html) + texts.joined()
    )
  }

  private static func change(_ change: CountsBaseline.Change) -> String {
    let isMore = change.now > change.before
    let text = change.percent.map { "\(NumberText.significant(abs($0))) %" } ?? "new"
    return isMore
      ? "<strong class=\"slower\">\u{25B2} \(text)</strong>"
      : "<strong class=\"faster\">\u{25BC} \(text)</strong>"
  }

  /// A figure of one event: nothing that happened is written as 0.
  private static func text(_ perEvent: Double) -> String {
    if perEvent == perEvent.rounded() { return QuantityLabel.number(perEvent) }
    return perEvent < 100
      ? NumberText.significant(perEvent)
      : NumberText.fixed(perEvent, decimals: 1, isGrouped: true)
  }
}

extension CountsSummary.Row {
  /// A figure per event; nil if it cannot be had.
  fileprivate func value(_ quantity: CountedQuantity) -> Double? {
    counted.first { $0.quantity == quantity }?.perEvent
  }
}
