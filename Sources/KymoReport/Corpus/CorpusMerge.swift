import KymoBench
import KymoBridge
import KymoRecording

/// Puts the results of a corpus together, whoever made them and in whatever order they come.
package struct CorpusMerge {
  /// A result that counts, read.
  struct Outcome {
    let task: CorpusTask
    let result: CorpusResult
    var report: Report
  }

  /// The content of a result's report.
  enum Report {
    case replay(CorpusReplay)
    case load(ReportedRun)
    case counts(CorpusCounts)

    /// The digest of the outcomes; nil if there is none, or if it says nothing.
    var digest: String? {
      switch self {
      case .replay(let replay): replay.digest
      case .load(let run): run.result.valid ? run.context.digest : nil
      case .counts: nil
      }
    }
  }

  private let manifest: CorpusManifest
  private let places: [String: Int]
  private var files: [Int: [String]] = [:]
  private var results: [Int: CorpusResult] = [:]
  /// The digests of all results of a task, of which there is to be one.
  private var digests: [Int: Set<String>] = [:]
  private var foreign: [CorpusSummary.Remark] = []
  private var unreadable: [CorpusSummary.Remark] = []

  /// Starts without results.
  package init(_ manifest: CorpusManifest) {
    self.manifest = manifest
    places = Dictionary(manifest.tasks.map { ($0.id, $0.index) }) { first, _ in first }
  }

  /// Takes the content of a file; of several results of a task the one of the first file name counts.
  ///
  /// - Parameters:
  ///   - text: what is in it.
  ///   - file: its name within the folder of results.
  package mutating func add(_ text: String, from file: String) {
    let result: CorpusResult
    do { result = try CorpusResult(text: text) } catch {
      // Exports and manifests may lie beside results.
      if case .schema(let found?, _) = error, found.hasPrefix("kymograph."),
        !found.hasPrefix("kymograph.corpus-result/")
      {
        return
      }
      addUnreadable("\(error)", file)
      return
    }
    guard let index = places[result.taskID] else {
      foreign.append(.init(name: file, text: difference(of: result)))
      return
    }
    let task = manifest.task(index)
    guard result.content == task.recording.content, result.build == task.build.name,
      result.buildIdentity == task.build.identity, result.words == task.words
    else {
      addUnreadable("it was changed: its task is not the one that its id names", file)
      return
    }
    let others = files[index, default: []]
    files[index] = others + [file]
    if let digest = Self.digest(result) { digests[index, default: []].insert(digest) }
    let isFirst = others.allSatisfy { file.utf8.lexicographicallyPrecedes($0.utf8) }
    // One that failed says less than any other.
    let isBetter = results[index]?.verdict == .failed && result.verdict != .failed
    let isWorse = results[index].map { $0.verdict != .failed && result.verdict == .failed } ?? false
    if isBetter || isFirst && !isWorse { results[index] = result }
  }

  /// Takes note of a file that cannot be read.
  package mutating func addUnreadable(_ problem: String, _ file: String) {
    unreadable.append(.init(name: file, text: problem))
  }

  /// Why a result belongs to no task.
  private func difference(of result: CorpusResult) -> String {
    let same = manifest.recordings.filter { $0.content == result.content }
    guard !same.isEmpty else {
      let isThere = manifest.recordings.contains { $0.path == result.recording }
      return isThere
        ? "it is of another \(result.recording): the recording was changed"
        : "it is of a recording that is not in the corpus: \(result.recording)"
    }
    guard
      manifest.builds.contains(where: {
        $0.name == result.build && $0.identity == result.buildIdentity
      })
    else {
      return "it is of another build: '\(result.build)' was \(result.buildIdentity)"
    }
    return "it is of another command: \(result.words.joined(separator: " "))"
  }

  /// Returns the summary of all results.
  ///
  /// - Complexity: O(results · commands · buckets of a histogram).
  package func summary() -> CorpusSummary {
    var summary = CorpusSummary(manifest)
    summary.foreign = Self.sorted(foreign)
    summary.unreadable = Self.sorted(unreadable)
    var outcomes: [Outcome] = []
    for task in manifest.tasks {
      guard let result = results[task.index] else {
        summary.missing.append(task.name)
        summary.outcomes.append(CorpusOutcome(task: task, result: nil, figures: nil))
        continue
      }
      var known = result
      known.report = nil
      var figures: CorpusOutcome.Figures?
      defer { summary.outcomes.append(CorpusOutcome(task: task, result: known, figures: figures)) }
      if let files = files[task.index], files.count > 1 {
        summary.doubled.append(
          .init(name: task.name, text: files.sorted().joined(separator: ", "))
        )
      }
      guard result.verdict != .failed else {
        summary.failed.append(.init(name: task.name, text: result.message ?? "it did not say why"))
        continue
      }
      do throws(BaselineError) {
        let report = try Self.report(result, task.kind)
        figures = CorpusOutcome.Figures(report)
        outcomes.append(Outcome(task: task, result: result, report: report))
      } catch { summary.failed.append(.init(name: task.name, text: "its report: \(error)")) }
    }
    summary.measured = outcomes.count
    for outcome in outcomes { Self.judge(outcome, &summary) }
    differ(outcomes, &summary)
    CorpusFigures(manifest, outcomes).fill(&summary)
    return summary
  }

  private static func sorted(_ remarks: [CorpusSummary.Remark]) -> [CorpusSummary.Remark] {
    remarks.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func report(
    _ result: CorpusResult,
    _ kind: CorpusTaskKind
  ) throws(BaselineError) -> Report {
    guard let report = result.report else { throw .member("report") }
    return switch kind {
    case .replay: .replay(try CorpusReplay(json: report))
    case .load: .load(try ReportedRun(json: report).compacted)
    case .counts: .counts(try CorpusCounts(json: report))
    }
  }

  /// The digest of a result; nil if there is none, or if it says nothing.
  private static func digest(_ result: CorpusResult) -> String? {
    guard result.verdict != .failed, result.verdict != .invalid, let report = result.report else {
      return nil
    }
    do { return try ReportReader(json: report).digest } catch { return nil }
  }

  /// Adds to the summary what a single outcome has to say.
  private static func judge(_ outcome: Outcome, _ summary: inout CorpusSummary) {
    let name = outcome.task.name
    switch outcome.result.verdict {
    case .diverged:
      var text = "its outcomes are not those of the recording"
      if case .replay(let replay) = outcome.report, let divergence = replay.divergence {
        text = "first at \(divergence)"
      }
      summary.diverged.append(.init(name: name, text: text))
    case .partial:
      summary.partial.append(
        .init(name: name, text: outcome.result.message ?? "a part has nothing to be compared with")
      )
    case .invalid:
      summary.invalid.append(
        .init(name: name, text: outcome.result.message ?? "it did not say why")
      )
    case .broken:
      summary.broken.append(
        .init(name: name, text: outcome.result.message ?? "it did not say which")
      )
    case .measured, .failed: break
    }
  }

  /// The recordings of which builds give different outcomes.
  private func differ(_ outcomes: [Outcome], _ summary: inout CorpusSummary) {
    for (index, own) in digests.sorted(by: { $0.key < $1.key }) where own.count > 1 {
      summary.diverged.append(
        .init(
          name: manifest.task(index).name,
          text: "its results differ from each other: \(own.sorted().joined(separator: ", "))"
        )
      )
    }
    let builds = manifest.builds.count
    guard builds > 1 else { return }
    let groups = Dictionary(grouping: outcomes) { $0.task.index / builds }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      let digests = group.compactMap { outcome in
        outcome.report.digest.map { (build: outcome.task.build.name, digest: $0) }
      }
      guard Set(digests.map(\.digest)).count > 1 else { continue }
      let task = group[0].task
      summary.differing.append(
        .init(
          name: "\(task.recording.path), \(task.words.joined(separator: " "))",
          text: digests.map { "\($0.build) \($0.digest)" }.joined(separator: ", ")
        )
      )
    }
  }
}

extension ReportedRun {
  /// The same with histograms that reach no further than their values.
  fileprivate var compacted: ReportedRun {
    ReportedRun(repetition.compacted.result, context)
  }
}

extension CorpusMerge {
  /// Whether the report of a result can be read, so that it can be merged.
  package static func isReadable(_ result: CorpusResult, of task: CorpusTask) -> Bool {
    do {
      _ = try report(try CorpusResult(text: result.text), task.kind)
      return true
    } catch { return false }
  }
}

extension CorpusMerge {
  /// Whether a report says that its run was stopped before its end.
  package static func wasInterrupted(_ report: String) -> Bool {
    do {
      let reader = try ReportReader(json: report)
      guard let member = reader.document.member("interrupted", of: reader.root) else {
        return false
      }
      return reader.document.bool(of: member) == true
    } catch { return false }
  }
}

extension ReportReader {
  /// The digest that a report has; nil if it has none.
  fileprivate var digest: String? { textIfThere("digest", of: root) }
}
