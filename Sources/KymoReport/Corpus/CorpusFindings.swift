package import KymoBench
import KymoText

/// A corpus as findings: a test for the verdict, one for every task, and one for every figure that decides or could.
///
/// A test fails if what it is about speaks against the corpus; what does not decide is skipped.
package struct CorpusFindings: PagedFindings {
  private let corpus: CorpusSummary
  private let path: String
  private let load: RunFindings?
  let tool: String
  let program: String
  let commandLine: String?
  package let startNanoseconds: Int64?

  /// States what a corpus comes to.
  ///
  /// - Parameters:
  ///   - corpus: what its results come to.
  ///   - path: its manifest, as the user named it.
  ///   - load: its one load, and of what; nil if there is none, or several.
  ///   - tool: what the tool is called, as it is typed.
  ///   - program: what measured, with its version.
  ///   - commandLine: what puts the same together again; nil to leave it out.
  ///   - startNanoseconds: when it was put together, in ns since the epoch; nil to leave it out.
  package init(
    _ corpus: CorpusSummary,
    of path: String,
    load: (result: LoadResult, context: ExportContext)?,
    tool: String,
    program: String,
    commandLine: String? = nil,
    startNanoseconds: Int64?
  ) {
    self.corpus = corpus
    self.path = path
    self.load = load.map { RunFindings(result: $0.result, context: $0.context) }
    self.tool = tool
    self.program = program
    self.commandLine = commandLine
    self.startNanoseconds = startNanoseconds
  }

  package var command: String { "\(tool) corpus merge" }
  package var word: String { corpus.verdict.rawValue }
  package var seconds: Double? { nil }
  package var properties: [(name: String, value: String)] {
    [
      ("program", program), ("corpus", path), ("recordings", "\(corpus.manifest.recordings.count)"),
      ("builds", corpus.manifest.builds.map(\.name).joined(separator: ", ")),
      ("tasks", "\(corpus.manifest.taskCount)"), ("measured", "\(corpus.measured)"),
      ("verdict", word),
    ]
  }
  package var tests: [Finding] {
    [verdictTest] + taskTests + remarkTests + countTests + timeTests + coverageTests
      + (load?.commandTests ?? [])
  }

  package var page: String {
    CorpusPage(
      corpus: corpus,
      path: path,
      load: load.map { ($0.result, $0.context) },
      findings: self
    ).html
  }

  /// How much is measured, and how much speaks against it.
  var sentence: String {
    "\(corpus.measured) of \(corpus.manifest.taskCount) tasks are measured, "
      + (corpus.objections.isEmpty
        ? "and nothing speaks against the corpus"
        : "and \(corpus.objections.count) things speak against it")
  }

  // MARK: Tests

  private var verdictTest: Finding {
    let text = (["\(word): \(sentence)"] + corpus.objections).joined(separator: "\n")
    return Finding(
      group: "kymo.corpus.verdict",
      name: "all tasks",
      outcome: corpus.verdict == .pass ? .passed : .failed(kind: word, text: text),
      output: text
    )
  }

  /// One for each task, in their order.
  private var taskTests: [Finding] {
    let objections = corpus.objectionsByTask
    return corpus.manifest.tasks.map { task in
      Finding(
        group: "kymo.corpus.task",
        name: task.name,
        outcome: objections[task.name].map {
          .failed(
            kind: $0.kind.rawValue,
            text: $0.text,
            heading: "\($0.kind.rawValue.uppercased()): "
          )
        } ?? .passed
      )
    }
  }

  /// One for each recording of which builds differ, and for each file that is no result, or one too many.
  private var remarkTests: [Finding] {
    func tests(
      _ group: String,
      _ kind: String,
      _ remarks: [CorpusSummary.Remark],
      decides: Bool = true
    ) -> [Finding] {
      remarks.map { remark in
        Finding(
          group: "kymo.corpus.\(group)",
          name: remark.name,
          outcome: decides ? .failed(kind: kind, text: remark.text) : .skipped(remark.text)
        )
      }
    }
    return tests("recording", "differs", corpus.differing, decides: !corpus.mayDiffer)
      + tests("file", "damaged", corpus.unreadable)
      + tests("file", "doubled", corpus.doubled, decides: corpus.isStrict)
      + tests("file", "foreign", corpus.foreign, decides: corpus.isStrict)
  }

  private var countTests: [Finding] {
    corpus.counts.map { change in
      let text = Self.text(change)
      let outcome: Finding.Outcome =
        if !change.regressed.isEmpty {
          .failed(kind: "REGRESSED", text: text, heading: "REGRESSED: ")
        } else if change.recordings == 0 {
          .skipped(text)
        } else {
          .passed
        }
      return Finding(
        group: "kymo.corpus.counts",
        name: "\(change.command) \(change.figure)",
        outcome: outcome,
        output: text
      )
    }
  }

  /// One for each percentile of both builds; they decide only where a threshold was asked for.
  private var timeTests: [Finding] {
    corpus.times.map { change in
      let text = Self.text(change)
      let outcome: Finding.Outcome =
        if let threshold = corpus.threshold, change.interval != nil {
          change.isAbove(threshold)
            ? .failed(kind: "REGRESSED", text: text, heading: "REGRESSED: ") : .passed
        } else {
          .skipped(text)
        }
      return Finding(
        group: "kymo.corpus.times",
        name: "\(change.command) \(change.percentile)",
        outcome: outcome,
        output: text
      )
    }
  }

  private var coverageTests: [Finding] {
    corpus.uncovered.map { name in
      let text = "it occurs in no recording"
      return Finding(
        group: "kymo.corpus.coverage",
        name: name,
        outcome: corpus.needsCoverage ? .failed(kind: "uncovered", text: text) : .skipped(text)
      )
    }
  }

  private static func text(_ change: CorpusCountChange) -> String {
    guard let base = change.total.base, let head = change.total.head else {
      return "no recording has it from both builds"
    }
    return "\(base) in all recordings before, \(head) after; more than is allowed in "
      + "\(change.regressed.count) of \(change.recordings)"
      + (change.worst.map { ", most in \($0)" } ?? "")
  }

  private static func text(_ change: CorpusTimes) -> String {
    guard let interval = change.interval else {
      return "\(change.pairs) pairs are too few for bounds"
    }
    return "\(percent(interval.ratio)), surely \(percent(interval.low)) to "
      + "\(percent(interval.high)), of \(change.pairs) pairs"
  }

  private static func percent(_ ratio: Double) -> String {
    let change = (ratio - 1) * 100
    return "\(change < 0 ? "" : "+")\(NumberText.fixed(change, decimals: 1)) %"
  }

  // MARK: Markdown

  package var alert: FindingsAlert? {
    let kind =
      switch corpus.verdict {
      case .pass: "NOTE"
      case .partial: "WARNING"
      case .regressed, .diverged: "CAUTION"
      }
    return FindingsAlert(
      kind,
      ["\(MarkdownText.sentence(sentence))."] + GitHubSummaryExport.items(corpus.objections)
    )
  }

  package var summary: [String] {
    var lines: [String] = []
    if !corpus.counts.isEmpty {
      lines += MarkdownText.table(
        [
          "| command | counted over all events | events | before | after | regressed in |",
          "|---|---|---:|---:|---:|---|",
        ],
        corpus.counts,
        more: "counts"
      ) { change in
        [
          MarkdownText.cell(change.command), MarkdownText.cell(change.figure),
          "\(change.total.events)",
          change.total.base.map { "\($0)" } ?? "-", change.total.head.map { "\($0)" } ?? "-",
          "\(change.regressed.count) of \(change.recordings)",
        ]
      }
      lines.append("")
    }
    if !corpus.times.isEmpty {
      lines += MarkdownText.table(
        ["| command | figure | change |", "|---|---|---|"],
        corpus.times,
        more: "times"
      ) { change in
        [change.command, change.percentile, Self.text(change)].map(MarkdownText.cell)
      }
      lines.append("")
    }
    if let load { lines += load.summary + [""] }
    if !corpus.uncovered.isEmpty {
      lines += ["Commands that occur in no recording:", ""]
      lines += GitHubSummaryExport.items(corpus.uncovered) + [""]
    }
    return lines + ["Of \(MarkdownText.cell(path)), \(MarkdownText.cell(program))."]
  }

  // MARK: Annotations

  /// An error for each thing that speaks against it, or a notice that nothing does.
  package var annotations: [GitHubAnnotation] {
    let title = "\(command): \(word)"
    guard corpus.verdict != .pass else { return [GitHubAnnotation(.notice, title, sentence)] }
    return corpus.objections.map { GitHubAnnotation(.error, title, $0) }
  }
}
