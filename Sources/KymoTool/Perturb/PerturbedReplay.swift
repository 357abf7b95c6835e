import Glibc
import KymoBench
import KymoRecording
import KymoText
import KymoTrials

/// Replays a recording in fresh processes, in surroundings that are held still but for one change at a time, and
/// holds what each has recorded against what the first has.
///
/// All processes run the same command line of the same length, so that they differ in nothing but the change.
struct PerturbedReplay: ~Copyable {
  /// How long a replay may take beyond ten times the reference, in ns.
  static let patienceNanoseconds: Int64 = 60_000_000_000

  /// The whole path of the recording.
  let recording: String
  private let options: [String]
  private let folder: UnsafeTemporaryFolder
  private let interrupt: Interrupt
  private let dateNames: String?
  private var reference: SessionFile?
  private var referenceNanoseconds: Int64 = 0
  private var count = 0

  /// Prepares to replay.
  ///
  /// - Parameters:
  ///   - recording: the path of the recording.
  ///   - options: options of `replay` for every process.
  ///   - folder: where they record.
  ///   - interrupt: ends the process that runs.
  ///   - dateNames: what libfaketime finds of its own, if there is such a thing.
  /// - Throws: that the current folder has no path.
  init(
    _ recording: String,
    _ options: [String],
    _ folder: UnsafeTemporaryFolder,
    _ interrupt: Interrupt,
    dateNames: String?
  ) throws(CommandFailure) {
    self.recording = try Self.wholePath(recording)
    self.options = options
    self.folder = folder
    self.interrupt = interrupt
    self.dateNames = dateNames
  }

  /// A path that leads to the same file from any folder.
  static func wholePath(_ path: String) throws(CommandFailure) -> String {
    if path.hasPrefix("/") { return path }
    let outcome = try CommandFailure.of(try UnsafeChildProcess.run(["pwd"]))
    let folder = outcome.output.prefix { $0 != UInt8(ascii: "\n") }
    return "\(String(decoding: folder, as: UTF8.self))/\(path)"
  }

  /// Where the next process records.
  private var place: String {
    let digits = "\(count)"
    return "\(folder.path)/\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).mcap"
  }

  private func command(_ surroundings: Surroundings) -> [String] {
    let words = [
      "/proc/self/fd/9", "replay", recording, "--record=\(place)", "--compression=lz4",
      "--format=json", "--quiet",
    ]
    var surroundings = surroundings
    if let dateNames { surroundings[Surroundings.dateNames] = dateNames }
    // The program that is running, even if another was built in its place, and even where this process is out of reach.
    let opening = ["sh", "-c", "exec 9<\"$0\" && exec \"$@\"", "/proc/\(getpid())/exe"]
    return opening + surroundings.command(words + options + surroundings.options)
  }

  /// Makes the recording that all others are held against.
  ///
  /// - Returns: what the replay came to; nil if it was interrupted.
  /// - Throws: why it does not come to its end.
  mutating func makeReference(
    _ surroundings: Surroundings
  ) throws(CommandFailure) -> SessionResult? {
    let start = MonotonicTime.nanoseconds()
    let (words, interrupt) = (command(surroundings), interrupt)
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(words, shouldStop: { interrupt.isRequested })
    )
    referenceNanoseconds = MonotonicTime.nanoseconds() - start
    if outcome.end == .interrupted { return nil }
    guard outcome.end == .exited(0) else {
      throw CommandFailure(
        "the replay that all others are held against failed, \(outcome.ending): "
          + outcome.lastLines()
      )
    }
    let file = try SessionFile.open(place)
    count += 1
    guard let result = file.result else {
      throw CommandFailure(file: recording, "its replay came to no result")
    }
    reference = file
    return result
  }

  /// Replays once.
  ///
  /// - Returns: whether it did as the reference did; nil if it was interrupted.
  /// - Precondition: there is a reference.
  mutating func run(_ surroundings: Surroundings) throws(CommandFailure) -> PerturbedRun? {
    guard let reference else { preconditionFailure("nothing to compare with") }
    let place = place
    defer { Self.remove(place) }
    let (words, interrupt) = (command(surroundings), interrupt)
    let deadline =
      MonotonicTime.nanoseconds() + 10 * referenceNanoseconds + Self.patienceNanoseconds
    let outcome = try CommandFailure.of(
      try UnsafeChildProcess.run(
        words,
        deadline: deadline,
        shouldStop: { interrupt.isRequested }
      )
    )
    count += 1
    switch outcome.end {
    case .interrupted: return nil
    case .exited(0): break
    case .exited, .signalled, .outOfTime, .tooMuch:
      let said = Self.reason(outcome)
      return .failed(said.isEmpty ? outcome.ending : "\(outcome.ending): \(said)")
    }
    // Most are the same to the last byte, and need not be read message by message.
    let (expected, actual) = (referencePlace, place)
    let comparison = try CommandFailure.of(
      try UnsafeChildProcess.run(["cmp", "-s", "--", expected, actual])
    )
    if comparison.end == .exited(0) { return .same }
    let replayed = try SessionFile.open(place)
    do {
      let comparison = try RecordingComparison(reference, against: replayed)
      return comparison.isIdentical ? .same : .differs(comparison)
    } catch { throw CommandFailure(error, file: place) }
  }

  /// Why a process ended: what a trap says, or the last line.
  private static func reason(_ outcome: ChildOutcome) -> String {
    let lines = String(decoding: outcome.diagnostics, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.contains("Fatal error: ") }.map { String($0).printable }
      ?? outcome.lastLines()
  }

  private var referencePlace: String { "\(folder.path)/0000.mcap" }

  private static func remove(_ path: String) {
    do { _ = try UnsafeChildProcess.run(["rm", "-f", "--", path]) } catch {}
  }
}
