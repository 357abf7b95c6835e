import Glibc
package import KymoReport
import KymoText

/// Runs tasks of a corpus, one after the other.
package struct CorpusRunner {
  private let path: String
  private let attempts: Int
  private let limits: TrialLimits
  private var executables: CorpusExecutables
  private var checked: Set<String> = []

  /// Prepares to run tasks.
  ///
  /// - Parameters:
  ///   - manifest: the corpus.
  ///   - path: where the manifest is, from which its paths lead.
  ///   - attempts: how often a benchmark is run until its figures are valid, at least 1.
  ///   - limits: when to stop.
  package init(_ manifest: CorpusManifest, path: String, attempts: Int, _ limits: TrialLimits) {
    self.path = path
    self.attempts = attempts
    self.limits = limits
    executables = CorpusExecutables(manifest, path: path, limits)
  }

  /// Removes what was made for the tasks.
  package func remove() { executables.remove() }

  /// The place of a task's result in a folder.
  package static func place(of task: CorpusTask, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + task.fileName : "\(folder)/\(task.fileName)"
  }

  /// The result of a task that is there and need not be made again; nil if there is none.
  package static func final(
    _ task: CorpusTask,
    at place: String,
    telling observer: inout some TrialObserver & ~Copyable
  ) -> CorpusResult? {
    guard UnsafeFileIdentity(path: place) != nil, let result = former(place, &observer),
      result.taskID == task.id, result.verdict.isFinal
    else { return nil }
    return result
  }

  /// The result that is there; nil if it is none, as when a disk was full.
  private static func former(
    _ place: String,
    _ observer: inout some TrialObserver & ~Copyable
  ) -> CorpusResult? {
    do {
      let text = try UnsafeWholeFile.read(place, limit: CorpusResult.maximumBytes)
      return try CorpusResult(text: text)
    } catch let error as CorpusError {
      observer.note("\(place.printable) is not a result, and is made anew: \(error)")
    } catch { observer.note("\(place.printable) cannot be read, and is made anew") }
    return nil
  }

  /// Runs a task.
  ///
  /// - Throws: why there is no result; `temporary` if another try is worth it.
  package mutating func run(
    _ task: CorpusTask,
    telling observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> CorpusResult {
    let recording = CorpusFiles.resolved(task.recording.path, of: path)
    try check(task.recording, at: recording)
    let executable = try executables.executable(of: task.build, &observer)
    return try measure(task, executable, recording)
  }

  /// Holds a recording against the manifest, once.
  private mutating func check(
    _ recording: CorpusRecording,
    at place: String
  ) throws(TrialError) {
    guard !checked.contains(recording.content) else { return }
    guard try UnsafeFileHash.of(place).content == recording.content else {
      throw TrialError(
        about: place,
        "the recording was changed since the corpus was planned",
        remedy: "plan it again"
      )
    }
    checked.insert(recording.content)
  }

  // MARK: Measuring

  private func measure(
    _ task: CorpusTask,
    _ executable: String,
    _ recording: String
  ) throws(TrialError) -> CorpusResult {
    var attempt = 1
    while true {
      let result = try tried(task, executable, recording, attempt)
      guard result.verdict == .invalid, attempt < attempts else { return result }
      attempt += 1
    }
  }

  private func tried(
    _ task: CorpusTask,
    _ executable: String,
    _ recording: String,
    _ attempt: Int
  ) throws(TrialError) -> CorpusResult {
    let start = (load: MachineLoad(), time: MonotonicTime.nanoseconds())
    let outcome = try limits.run(
      Self.untilItsParentEnds + Self.command(task, executable, recording)
    )
    let seconds = Double(MonotonicTime.nanoseconds() - start.time) / 1e9
    let neighbours = MachineLoad().neighbours(since: start.load)
    var (verdict, message) = try Self.verdict(outcome, of: task)
    if verdict == .invalid || verdict == .partial || verdict == .broken {
      message = Self.reason(outcome)
    }
    func result(_ report: String?) -> CorpusResult {
      CorpusResult(
        task,
        verdict,
        message: message,
        attempts: attempt,
        seconds: seconds,
        neighbours: neighbours,
        report: report
      )
    }
    guard verdict != .failed else { return result(nil) }
    let report = String(decoding: outcome.output, as: UTF8.self)
    if CorpusMerge.wasInterrupted(report) {
      throw TrialError("the build was stopped before the end", kind: .temporary)
    }
    let whole = result(report)
    if CorpusMerge.isReadable(whole, of: task) { return whole }
    verdict = .failed
    message = "its report cannot be read: \(outcome.lastLines())"
    return result(nil)
  }

  /// Reads the verdict from the end of a process.
  ///
  /// - Throws: that it says nothing, and another try may.
  private static func verdict(
    _ outcome: ChildOutcome,
    of task: CorpusTask
  ) throws(TrialError) -> (CorpusVerdict, String?) {
    switch outcome.end {
    case .exited(let status):
      if let verdict = CorpusVerdict(exit: status, of: task.kind) { return (verdict, nil) }
      let lines = outcome.lastLines(2).split(separator: "\n").joined(separator: "; ")
      return (.failed, "\(outcome.ending): \(lines)")
    case .signalled(SIGKILL), .signalled(SIGTERM), .signalled(SIGHUP), .signalled(SIGINT):
      // Not its own doing: memory that ran out, or somebody who ended everything.
      throw TrialError("the build was ended, \(outcome.ending)", kind: .temporary)
    case .signalled: return (.failed, outcome.ending)
    case .interrupted, .outOfTime:
      throw TrialError("interrupted, and no result written", kind: .temporary)
    case .tooMuch: return (.failed, "endless output")
    }
  }

  /// Why figures are not valid, what is missing, or which limits are broken, as the build said it; nil if it did not.
  private static func reason(_ outcome: ChildOutcome) -> String? {
    let lines = String(decoding: outcome.diagnostics, as: UTF8.self).split(separator: "\n")
      .map { String($0).printable }
    for word in ["INVALID: ", "BROKEN: "] {
      let said = lines.compactMap { line in
        line.firstRange(of: word).map { String(line[$0.upperBound...]) }
      }
      if !said.isEmpty { return said.joined(separator: "; ") }
    }
    return lines.last { $0.contains { $0 != " " } }
  }

  /// The command line of a task.
  static func command(_ task: CorpusTask, _ executable: String, _ recording: String) -> [String] {
    var options = Array(task.words.dropFirst())
    if task.kind == .replay, task.recording.digest != nil, !options.contains("--verify") {
      options.append("--verify")
    }
    return [executable, task.words[0]] + options + ["--format=json", "--quiet", "--", recording]
  }

  /// The beginning of a command that is to end with this process, even if this one is killed;
  /// nothing where util-linux is not there.
  private static var untilItsParentEnds: [String] {
    let tool = "/usr/bin/setpriv"
    return UnsafeFileIdentity(path: tool) == nil ? [] : [tool, "--pdeathsig", "KILL"]
  }
}
