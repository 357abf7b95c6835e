import KymoBench
import KymoText

/// The figures of each recording under load, and of what was counted, with bars: the highest first, and most of many
/// folded.
struct CorpusRecordingTables {
  /// How many recordings of a table are in sight.
  static let shownRecordings = 20

  let corpus: CorpusSummary

  private var builds: [CorpusBuild] { corpus.manifest.builds }

  /// The section; empty if nothing was measured but replays.
  var html: String {
    let tables = corpus.manifest.commands.map { words in
      switch CorpusTaskKind(words) {
      case .replay: ""
      case .load:
        table(words, "Response time of all commands", ["p50", "p99"], Self.time) {
          guard case .load(_, let p50, let p99, _) = $0 else { return [nil, nil] }
          return [p50, p99].map { $0.map(Double.init) }
        }
      case .counts:
        table(words, "Per event of all commands", ["instructions"], Self.count) {
          guard case .counts(let events, let totals) = $0, events > 0 else { return [nil] }
          return [totals[0].map { Double($0) / Double(events) }]
        }
      }
    }
    let content = tables.joined()
    return content.isEmpty ? "" : HTMLText.section("Each recording", content + busiest)
  }

  private static func time(_ value: Double) -> String { QuantityLabel.time(Int64(value)) }

  private static func count(_ value: Double) -> String { QuantityLabel.number(value) }

  /// A figure of a build: a value for each recording, nil where there is none.
  private struct Column {
    let heading: String
    let values: [Double?]
    /// The largest of the figure, of whatever build: bars of it have one scale.
    var largest = 0.0
  }

  /// A table of a command: a row for each recording, a column for each figure of each build.
  private func table(
    _ words: [String],
    _ title: String,
    _ figures: [String],
    _ text: (Double) -> String,
    _ values: (CorpusOutcome.Figures?) -> [Double?]
  ) -> String {
    let columns = columns(words, figures, values)
    guard let last = columns.last else { return "" }
    let places = corpus.manifest.recordings.indices.filter { place in
      columns.contains { $0.values[place] != nil }
    }.sorted {
      let (first, second) = (last.values[$0] ?? -1, last.values[$1] ?? -1)
      return first == second ? $0 < $1 : first > second
    }
    var table = HTMLTable(
      "\(title), \(words.joined(separator: " "))",
      ["recording"] + columns.map(\.heading)
    )
    let cells = places.map { place in
      [HTMLText.name(corpus.manifest.recordings[place].path)]
        + columns.map { column in
          column.values[place].map { text($0) + HTMLBar.html($0, of: column.largest) }
            ?? QuantityLabel.missing
        }
    }
    table.rows = Array(cells.prefix(Self.shownRecordings))
    let shown = table.html
    guard cells.count > Self.shownRecordings else { return shown }
    var rest = HTMLTable("The others, \(table.caption)", table.columns)
    rest.rows = Array(cells.dropFirst(Self.shownRecordings))
    return shown + rest.folded("The others")
  }

  /// The columns that have a value, those of a figure beside each other.
  private func columns(
    _ words: [String],
    _ figures: [String],
    _ values: (CorpusOutcome.Figures?) -> [Double?]
  ) -> [Column] {
    let own = corpus.outcomes.filter { $0.task.words == words }
    return figures.indices.flatMap { figure in
      var columns = builds.map { build in
        Column(
          heading: builds.count > 1 ? "\(figures[figure]), \(build.name)" : figures[figure],
          values: own.filter { $0.task.build == build }.map { values($0.figures)[figure] }
        )
      }
      let largest = columns.flatMap(\.values).compactMap(\.self).max()
      for place in columns.indices { columns[place].largest = largest ?? 0 }
      return columns.filter { column in column.values.contains { $0 != nil } }
    }
  }

  /// The recording during which others used most of its machine.
  private var busiest: String {
    corpus.loads.compactMap { load -> String? in
      guard let busiest = load.busiest else { return nil }
      let shares = [busiest.othersShare, busiest.stealShare].map {
        "\(NumberText.fixed($0 * 100, decimals: 1)) %"
      }
      let text =
        "\(load.build), \(load.words.joined(separator: " ")): others took up to \(shares[0]) of a machine, "
        + "its hypervisor \(shares[1]): \(busiest.recording)"
      return HTMLText.note(HTMLText.breakable(text))
    }.joined()
  }
}
