import Glibc
import KymoReport
import KymoText
import KymoTrials

/// Runs tasks of a corpus, one after the other, and writes their results.
struct CorpusRunner {
  /// What was done about a task.
  enum Done: Equatable {
    /// Its result was there.
    case before(CorpusVerdict)
    /// It was run.
    case of(CorpusVerdict)

    /// For people.
    var text: String {
      switch self {
      case .before(let verdict): "\(verdict.rawValue) before"
      case .of(let verdict): verdict.rawValue
      }
    }
  }

  private let path: String
  private let folder: String
  private let attempts: Int
  private var executables: CorpusExecutables
  private var checked: Set<String> = []

  /// Prepares to run tasks of the manifest at `path`, with results in `folder`.
  init(_ manifest: CorpusManifest, path: String, folder: String, attempts: Int) {
    self.path = path
    self.folder = folder
    self.attempts = attempts
    executables = CorpusExecutables(manifest, path: path)
  }

  /// Removes what was made for the tasks.
  func remove() { executables.remove() }

  /// Runs a task, unless its result is there.
  ///
  /// - Throws: why there is no result; with ``ExitStatus/temporary`` if another try is worth it.
  mutating func run(
    _ task: CorpusTask,
    _ console: inout Console
  ) throws(CommandFailure) -> Done {
    let place = folder.hasSuffix("/") ? folder + task.fileName : "\(folder)/\(task.fileName)"
    if UnsafeFileIdentity(path: place) != nil, let result = former(place, &console),
      result.taskID == task.id, result.verdict.isFinal
    {
      return .before(result.verdict)
    }
    let recording = CorpusFiles.resolved(task.recording.path, of: path)
    try check(task.recording, at: recording)
    let executable = try executables.executable(of: task.build, &console)
    let result = try measure(task, executable, recording, console.interrupt)
    try write(result, to: place)
    if result.verdict == .failed, let message = result.message {
      console.complain("task \(task.index): \(task.name): \(message.printable)")
    }
    return .of(result.verdict)
  }

  /// The result that is there; nil if it is none, as when a disk was full.
  private func former(_ place: String, _ console: inout Console) -> CorpusResult? {
    do {
      let text = try UnsafeTextFile.read(place, limit: CorpusResult.maximumBytes)
      return try CorpusResult(text: text)
    } catch let error as CorpusError {
      console.note("\(place.printable) is no result, and is made anew: \(error)")
    } catch { console.note("\(place.printable) cannot be read, and is made anew") }
    return nil
  }

  /// Holds a recording against the manifest, once.
  private mutating func check(
    _ recording: CorpusRecording,
    at place: String
  ) throws(CommandFailure) {
    guard !checked.contains(recording.content) else { return }
    guard try UnsafeFileHash.of(place).content == recording.content else {
      throw CommandFailure(
        file: place,
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
    _ recording: String,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> CorpusResult {
    var attempt = 1
    while true {
      let result = try tried(task, executable, recording, attempt, interrupt)
      guard result.verdict == .invalid, attempt < attempts else { return result }
      attempt += 1
    }
  }

  private func tried(
    _ task: CorpusTask,
    _ executable: String,
    _ recording: String,
    _ attempt: Int,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> CorpusResult {
    let start = (load: MachineLoad(), time: MonotonicTime.nanoseconds())
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(
        Self.untilItsParentEnds + Self.command(task, executable, recording),
        shouldStop: { interrupt.isRequested }
      )
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
      throw CommandFailure("the build was stopped before the end", status: .temporary)
    }
    let whole = result(report)
    if CorpusMerge.isReadable(whole, of: task) { return whole }
    verdict = .failed
    message = "it gave no report that can be read: \(outcome.lastLines())"
    return result(nil)
  }

  /// What the end of a process says.
  ///
  /// - Throws: that it says nothing, and another try may.
  private static func verdict(
    _ outcome: ChildOutcome,
    of task: CorpusTask
  ) throws(CommandFailure) -> (CorpusVerdict, String?) {
    switch outcome.end {
    case .exited(let status):
      if let verdict = CorpusVerdict(exit: status, of: task.kind) { return (verdict, nil) }
      let lines = outcome.lastLines(2).split(separator: "\n").joined(separator: "; ")
      return (.failed, "\(outcome.ending): \(lines)")
    case .signalled(SIGKILL), .signalled(SIGTERM), .signalled(SIGHUP), .signalled(SIGINT):
      // Not its own doing: memory that ran out, or somebody who ended everything.
      throw CommandFailure("the build was ended, \(outcome.ending)", status: .temporary)
    case .signalled: return (.failed, outcome.ending)
    case .interrupted, .outOfTime:
      throw CommandFailure("interrupted, and no result written", status: .temporary)
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

  /// What a command begins with that is to end with this process, even if this one is killed; nothing where
  /// util-linux is not there.
  private static var untilItsParentEnds: [String] {
    let tool = "/usr/bin/setpriv"
    return UnsafeFileIdentity(path: tool) == nil ? [] : [tool, "--pdeathsig", "KILL"]
  }

  // MARK: Writing

  private func write(_ result: CorpusResult, to place: String) throws(CommandFailure) {
    do throws(CommandFailure) {
      let file = try OutputFile(place, isNone: InputFiles([path]))
      do throws(CommandFailure) {
        try file.write(result.text)
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    } catch {
      guard error.status != .usage else { throw error }
      // A disk that is full, or away, may be neither on the next machine, or later.
      throw CommandFailure(error.message, status: .temporary)
    }
  }
}
