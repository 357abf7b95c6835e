import KymoBench
import KymoText

/// The changes between two builds of a corpus: of counts, and of times.
struct CorpusChangeTables {
  let corpus: CorpusSummary
  let tool: String

  private var names: [String] { corpus.manifest.builds.map(\.name) }

  /// The section; empty for one build.
  var html: String {
    guard names.count > 1 else { return "" }
    return HTMLText.section(
      "\(HTMLText.name(names[1])) beside \(HTMLText.name(names[0]))",
      counts + times
    )
  }

  private var counts: String {
    guard !corpus.counts.isEmpty else { return "" }
    var table = HTMLTable(
      "Counts over all counted events of all recordings",
      ["command", "counted", "events", names[0], names[1], "change", "regressed in"]
    )
    let known = corpus.counts.filter { $0.recordings > 0 }
    let changes =
      known.filter { !$0.regressed.isEmpty } + known.filter(\.regressed.isEmpty)
      + corpus.counts.filter { $0.recordings == 0 }
    for change in changes {
      let totals = [change.total.base, change.total.head]
      let isBad = !change.regressed.isEmpty
      let share = change.total.ratio.map(Self.percent) ?? QuantityLabel.missing
      table.rows.append(
        [
          HTMLText.name(change.command),
          CountedQuantity(rawValue: change.figure)?.heading ?? change.figure,
          NumberText.grouped(change.total.events),
        ] + totals.map { $0.map(QuantityLabel.count) ?? QuantityLabel.missing } + [
          isBad ? "<strong class=\"slower\">\u{25B2} \(share)</strong>" : share,
          "\(change.regressed.count) of \(change.recordings)"
            + (change.worst.map { " <small>most in \(HTMLText.name($0))</small>" } ?? ""),
        ]
      )
    }
    return table.html
      + HTMLText.note(
        "Allowed in each recording: 1 % more instructions, and not one allocation "
          + "or system call more."
      )
  }

  private var times: String {
    guard !corpus.times.isEmpty else { return "" }
    let known = corpus.times.compactMap(\.interval)
    let widest = known.map { max(abs($0.low - 1), abs($0.high - 1)) }.max() ?? 0
    var table = HTMLTable(
      "Times, recording by recording",
      [
        "command", "figure", "change", "surely",
        "\u{2212}\(Self.share(widest)) to +\(Self.share(widest))", "pairs",
      ]
    )
    for change in corpus.times {
      guard let interval = change.interval else {
        table.rows.append(
          [HTMLText.name(change.command), change.percentile]
            + Array(repeating: QuantityLabel.missing, count: 3) + ["\(change.pairs)"]
        )
        continue
      }
      let isBad = corpus.threshold.map { change.isAbove($0) } ?? false
      let text = Self.percent(interval.ratio)
      table.rows.append([
        HTMLText.name(change.command), change.percentile,
        isBad ? "<strong class=\"slower\">\u{25B2} \(text)</strong>" : text,
        "\(Self.percent(interval.low)) to \(Self.percent(interval.high))",
        HTMLBar.range(interval.low - 1...interval.high - 1, within: widest), "\(change.pairs)",
      ])
    }
    return table.html + notes.map { HTMLText.note(HTMLText.breakable($0)) }.joined()
  }

  private var notes: [String] {
    var notes: [String] = []
    if corpus.times.contains(where: { $0.interval == nil }) {
      let least = SignTest.minimumCount(error: CorpusTimes.error)
      notes.append("Bounds take \(least) valid pairs on equal machines.")
    }
    let setAside = corpus.times.map(\.setAside).max() ?? 0
    if setAside > 0 { notes.append("\(setAside) pairs from machines that differ are set aside.") }
    if corpus.threshold == nil {
      notes.append(
        "Times are not judged: pairs had different neighbours. \(tool) gate measures in turns, and "
          + "--threshold judges these."
      )
    }
    return notes
  }

  static func percent(_ ratio: Double) -> String {
    (ratio < 1 ? "\u{2212}" : "+") + share(abs(ratio - 1))
  }

  private static func share(_ share: Double) -> String {
    "\(NumberText.fixed(share * 100, decimals: 1)) %"
  }
}
