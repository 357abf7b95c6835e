import KymoBench
import KymoText

/// A corpus as a page to look at: the verdict, the tasks with those first that something speaks against, what changed
/// between builds, each recording's figures, those of all together, and the facts.
struct CorpusPage {
  /// How many objections stand beside the verdict; the others come in the tables.
  private static let firstObjections = 5

  let corpus: CorpusSummary
  /// The manifest, as the user named it.
  let path: String
  /// Its one load, and of what; nil if there is none, or several.
  let load: (result: LoadResult, context: ExportContext)?
  /// The recordings that were run, and the builds that ran them.
  let findings: CorpusFindings

  private var manifest: CorpusManifest { corpus.manifest }

  /// The whole document.
  var html: String {
    var sections = CorpusTaskTables(corpus: corpus).html
    sections += CorpusChangeTables(corpus: corpus, tool: findings.tool).html
    sections += CorpusRecordingTables(corpus: corpus).html
    sections += union
    sections += CorpusCoverageTables(corpus: corpus).html
    return HTMLPage(
      head: head,
      state: corpus.verdict.rawValue,
      sections: sections,
      foot: PageFoot(facts: facts, commandLine: findings.commandLine),
      program: findings.program
    ).html
  }

  // MARK: Head

  private var head: PageHead {
    PageHead(
      command: findings.command,
      subject: path,
      verdict: verdict,
      label: "What there was to do, and what was done",
      tiles: [
        (
          "tasks measured",
          "\(NumberText.grouped(corpus.measured)) of \(grouped(manifest.taskCount))"
        ),
        ("recordings", grouped(manifest.recordings.count)),
        ("builds", grouped(manifest.builds.count)), ("commands", grouped(manifest.commands.count)),
        ("objections", grouped(corpus.objections.count)),
      ]
    )
  }

  private func grouped(_ count: Int) -> String { NumberText.grouped(count) }

  private var verdict: PageVerdict {
    let objections = corpus.objections
    let sentence = findings.sentence.prefix(1).uppercased() + findings.sentence.dropFirst()
    let more = objections.count - Self.firstObjections
    return PageVerdict(
      word: corpus.verdict.rawValue,
      isGood: corpus.verdict == .pass,
      sentence: sentence + (objections.isEmpty ? "." : ":"),
      reasons: objections.prefix(Self.firstObjections) + (more > 0 ? ["\(more) more, below"] : []),
      advice: corpus.tasksToRunAgain.map {
        "Run again: \(findings.tool) corpus run \(path) --task \($0) -o RESULTS"
      },
      isResult: true
    )
  }

  // MARK: All recordings together

  /// The figures of all recordings together: all of one load, or a table for each of several.
  private var union: String {
    if let load {
      let words = corpus.loads.last?.words.joined(separator: " ") ?? ""
      let build = manifest.builds.last?.name ?? ""
      let before = load.context.baseline.map { "; \($0.file) is the baseline" } ?? ""
      let text = "As if they were one run: \(load.context.recording), \(build), \(words)\(before)."
      return
        HTMLText.section("All recordings together", "<p>\(HTMLText.breakable(text))</p>\n")
        + HTMLReport(result: load.result, context: load.context).sections
    }
    guard !corpus.loads.isEmpty else { return "" }
    let tables = corpus.loads.map { load in
      var table = HTMLTable(
        "Response time, \(load.build), \(load.words.joined(separator: " "))",
        ["command", "events", "p50", "p90", "p99", "p99.9", "max"]
      )
      for row in ExportRow.all(load.union) where row.report.response.count > 0 {
        let times = row.report.response
        let values = [times.p50, times.p90, times.p99, times.p999, times.max]
        table.rows.append(
          [HTMLText.name(row.name), QuantityLabel.count(times.count)]
            + values.map { QuantityLabel.time($0) }
        )
      }
      return table.rows.isEmpty ? "" : table.html
    }
    return HTMLText.section("All recordings together", tables.joined())
  }

  // MARK: Facts

  private var facts: [(String, String)] {
    var facts = [("corpus", HTMLText.name(path))]
    facts += manifest.builds.map { ("build", HTMLText.name("\($0.name): \($0.identity)")) }
    facts += manifest.commands.map { words in
      ("command", "<code>\(HTMLText.escaped(words.joined(separator: " ")))</code>")
    }
    var machines: [String] = []
    for place in corpus.outcomes.compactMap(\.result?.neighbours) {
      let name = "\(place.host): \(place.processor), \(place.coreCount) cores"
      if !machines.contains(name) { machines.append(name) }
    }
    facts += machines.prefix(Self.firstObjections).map { ("machine", HTMLText.name($0)) }
    if machines.count > Self.firstObjections {
      facts.append(("machines", "\(machines.count - Self.firstObjections) more"))
    }
    if let threshold = corpus.threshold {
      facts.append(("threshold", "\(NumberText.shortest(threshold * 100)) % of a percentile"))
    }
    if let start = findings.startNanoseconds { facts.append(("begun", PageFoot.time(start))) }
    return facts + [("program", HTMLText.name(findings.program))]
  }
}
