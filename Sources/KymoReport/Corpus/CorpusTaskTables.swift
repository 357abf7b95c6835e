import KymoBench
import KymoText

/// The tasks of a corpus: those that something speaks against, and, folded, those that are fine; and the files that are
/// no result of a task.
struct CorpusTaskTables {
  let corpus: CorpusSummary

  /// The sections; those without rows are left out.
  var html: String {
    let bad = objectionRows
    return HTMLText.section("Tasks", objections(bad) + fine(besides: bad.map(\.task)))
      + HTMLText.section("Files", files)
  }

  // MARK: Objections

  private func objections(_ rows: [ObjectionRow]) -> String {
    guard !rows.isEmpty else { return "" }
    // A sort that keeps what is equal in the order of the tasks.
    let rows = CorpusObjection.Kind.allCases.flatMap { kind in rows.filter { $0.kind == kind } }
    var table = HTMLTable(
      "Tasks that something speaks against, what decides first",
      ["task", "verdict", "why", "result"]
    )
    table.rows = rows.map(\.cells)
    return table.html
  }

  private typealias ObjectionRow = (kind: CorpusObjection.Kind, task: String, cells: [String])

  private var objectionRows: [ObjectionRow] {
    let byTask = corpus.objectionsByTask
    let differing = Dictionary(
      corpus.differing.map { ($0.name, $0.text) },
      uniquingKeysWith: { first, _ in first }
    )
    let regressed = regressed
    let last = corpus.manifest.builds.last
    return corpus.outcomes.compactMap { outcome in
      let task = outcome.task
      let isLast = task.build == last
      let command = task.words.joined(separator: " ")
      var objection = byTask[task.name]
      if objection == nil, isLast, let text = differing["\(task.recording.path), \(command)"] {
        objection = CorpusObjection(kind: .differs, text: text)
      }
      if objection == nil, isLast, task.kind == .counts,
        let text = regressed[task.recording.path]
      {
        objection = CorpusObjection(kind: .regressed, text: text)
      }
      guard let objection else { return nil }
      let isMild = objection.kind == .differs && corpus.mayDiffer
      let word = isMild ? objection.kind.rawValue : objection.kind.rawValue.uppercased()
      let verdict = isMild ? word : HTMLText.element("strong", "class=\"slower\"", word)
      let why = HTMLText.breakable(objection.text)
      let cells = [Self.name(task), verdict, why, Self.measured(outcome)]
      return (objection.kind, task.name, cells)
    }
  }

  /// The regressions of each recording, in words.
  private var regressed: [String: String] {
    var texts: [String: [String]] = [:]
    for change in corpus.counts {
      for recording in change.regressed {
        texts[recording, default: []].append("\(change.figure) of \(change.command)")
      }
    }
    return texts.mapValues { $0.joined(separator: ", ") }
  }

  // MARK: All others

  private func fine(besides tasks: [String]) -> String {
    let bad = Set(tasks)
    var table = HTMLTable("Tasks that are fine", ["task", "result"])
    table.rows = corpus.outcomes.filter { !bad.contains($0.task.name) }
      .map { [Self.name($0.task), Self.measured($0)] }
    return table.rows.isEmpty ? "" : table.folded(table.caption)
  }

  private static func name(_ task: CorpusTask) -> String {
    let rest = "\(task.build.name), \(task.words.joined(separator: " "))"
    return HTMLText.name(task.recording.path) + " <small>\(HTMLText.breakable(rest))</small>"
  }

  private static func measured(_ outcome: CorpusOutcome) -> String {
    let text =
      switch outcome.figures {
      case .replay(let events, let digest):
        "\(NumberText.grouped(events)) outcomes, \(HTMLText.name(digest))"
      case .load(let events, let p50, let p99, _):
        "\(QuantityLabel.count(events)) events"
          + (p50.map { ", p50 \(QuantityLabel.time($0))" } ?? "")
          + (p99.map { ", p99 \(QuantityLabel.time($0))" } ?? "")
      case .counts(let events, let totals):
        (totals[0].map { "\(perEvent($0, events)) instructions per event of " } ?? "")
          + "\(NumberText.grouped(events)) counted events"
      case nil: QuantityLabel.missing
      }
    guard let result = outcome.result else { return text }
    let tries = result.attempts > 1 ? ", the last of \(result.attempts) tries" : ""
    return "\(text) <small>in \(NumberText.fixed(result.seconds, decimals: 1)) s\(tries)</small>"
  }

  /// A total as that of one event.
  static func perEvent(_ total: Int64, _ events: Int) -> String {
    let value = Double(total) / Double(max(1, events))
    return value < 100 ? NumberText.significant(value) : QuantityLabel.number(value)
  }

  // MARK: Files

  private var files: String {
    var table = HTMLTable(
      "Files that are no result of a task, or one too many",
      ["file or task", "verdict", "why"]
    )
    let decides = corpus.isStrict
    for (word, remarks, isBad) in [
      ("damaged", corpus.unreadable, true), ("doubled", corpus.doubled, decides),
      ("of another task", corpus.foreign, decides),
    ] {
      for remark in remarks {
        let verdict =
          isBad ? HTMLText.element("strong", "class=\"slower\"", word.uppercased()) : word
        table.rows.append([
          HTMLText.name(remark.name), verdict, HTMLText.breakable(remark.text),
        ])
      }
    }
    return table.rows.isEmpty ? "" : table.html
  }
}
