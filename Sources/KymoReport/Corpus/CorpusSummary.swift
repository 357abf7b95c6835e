import KymoBench

/// The summary of a corpus's results.
package struct CorpusSummary {
  /// Something about a task, and which task.
  package struct Remark: Equatable, Sendable {
    /// The task, or the file, by name.
    package var name: String
    /// The remark on it.
    package var text: String

    /// Says something.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The replays of one build.
  package struct Replays: Equatable, Sendable {
    /// The name of the build.
    package var build: String
    /// The command of the task.
    package var words: [String]
    /// How many recordings were replayed.
    package var recordings: Int
    /// How many outcomes there were.
    package var events: Int
    /// The hash of all digests in the order of the recordings, which tells them from others; nil
    /// without any.
    package var digest: String?
    /// Each command, and how many of its events ended in each way.
    package var counts: [(name: String, byStatus: [Int64])]

    package static func == (a: Replays, b: Replays) -> Bool {
      a.build == b.build && a.words == b.words && a.recordings == b.recordings
        && a.events == b.events && a.digest == b.digest
        && a.counts.elementsEqual(b.counts) { $0.name == $1.name && $0.byStatus == $1.byStatus }
    }
  }

  /// The verdict over all, in a word.
  package enum Verdict: String, Sendable {
    /// Nothing speaks against it.
    case pass = "PASS"
    /// Head takes more of something than is allowed.
    case regressed = "REGRESSED"
    /// Something is missing, failed, or is not valid.
    case partial = "PARTIAL"
    /// A build gives other outcomes than the recording, or than the other build.
    case diverged = "DIVERGED"
  }

  /// The planned runs.
  package let manifest: CorpusManifest
  /// How many tasks have a result that counts.
  package internal(set) var measured = 0
  /// The result of each task, in their order.
  var outcomes: [CorpusOutcome] = []
  /// The tasks without a result.
  package internal(set) var missing: [String] = []
  /// The tasks whose build could not do them, and why.
  package internal(set) var failed: [Remark] = []
  /// The tasks whose figures must not be compared, and why.
  package internal(set) var invalid: [Remark] = []
  /// The tasks whose recording has not enough to hold everything against.
  package internal(set) var partial: [Remark] = []
  /// The tasks that broke a limit of their command, and which.
  package internal(set) var broken: [Remark] = []
  /// The tasks with several results, and in which files; the first counts.
  package internal(set) var doubled: [Remark] = []
  /// The files with results of other tasks, and how they differ; they do not count.
  package internal(set) var foreign: [Remark] = []
  /// The files that are no result, and why.
  package internal(set) var unreadable: [Remark] = []
  /// The tasks whose outcomes are not those of the recording.
  package internal(set) var diverged: [Remark] = []
  /// The recordings of which builds give different outcomes.
  package internal(set) var differing: [Remark] = []
  /// The replays of the builds.
  package internal(set) var replays: [Replays] = []
  /// The measurements under load.
  package internal(set) var loads: [CorpusLoad] = []
  /// Times of the second build beside the first.
  package internal(set) var times: [CorpusTimes] = []
  /// Counts of the second build beside the first.
  package internal(set) var counts: [CorpusCountChange] = []
  /// The commands that occur in the recordings.
  package internal(set) var coverage: [CorpusCoverage] = []
  /// Above which change of a percentile the times decide, as 0.1 for 10 %; nil if they only inform.
  package var threshold: Double?
  /// Whether an uncovered command makes the result a partial one.
  package var needsCoverage = false
  /// Whether a second result, or one of another task, makes the result a partial one.
  package var isStrict = false
  /// Whether builds may give different outcomes.
  package var mayDiffer = false

  /// Starts without results.
  init(_ manifest: CorpusManifest) { self.manifest = manifest }

  /// The commands of apps that occur in no recording, as "app: command".
  package var uncovered: [String] {
    coverage.flatMap { app in app.uncovered.map { "\(app.app): \($0)" } }
  }

  /// The changes for the worse, in words.
  package var regressions: [String] {
    var lines: [String] = []
    for change in counts where !change.regressed.isEmpty {
      lines.append(
        "\(change.figure) of \(change.command), in \(change.regressed.count) of "
          + "\(change.recordings) recordings"
      )
    }
    if let threshold {
      for change in times where change.isAbove(threshold) {
        lines.append("\(change.percentile) of \(change.command)")
      }
    }
    return lines
  }

  /// The objections to it, a line each; empty if it is a ``Verdict/pass``.
  package var objections: [String] {
    func lines(_ title: String, _ remarks: [Remark]) -> [String] {
      remarks.map { "\(title): \($0.name)" + ($0.text.isEmpty ? "" : ", \($0.text)") }
    }
    var objections = lines("diverged", diverged) + (mayDiffer ? [] : lines("differs", differing))
    objections += regressions.map { "regressed: \($0)" } + lines("a limit is broken", broken)
    objections += lines("missing", missing.map { Remark(name: $0, text: "") })
    objections += lines("failed", failed) + lines("invalid", invalid) + lines("partial", partial)
    objections += lines("damaged", unreadable)
    if isStrict { objections += lines("doubled", doubled) + lines("left out", foreign) }
    if needsCoverage { objections += uncovered.map { "never occurs: \($0)" } }
    return objections
  }

  /// The verdict: outcomes first, as figures of different ones are not compared.
  package var verdict: Verdict {
    if !diverged.isEmpty || !mayDiffer && !differing.isEmpty { return .diverged }
    if !regressions.isEmpty || !broken.isEmpty { return .regressed }
    let isWhole = [failed, invalid, partial, unreadable].allSatisfy(\.isEmpty) && missing.isEmpty
    let isClean = doubled.isEmpty && foreign.isEmpty
    if !isWhole || isStrict && !isClean || needsCoverage && !uncovered.isEmpty { return .partial }
    return .pass
  }
}
