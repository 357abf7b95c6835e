import Glibc
import KymoBench
import KymoRecording
import KymoText

/// Replays a recording in fresh processes, in surroundings that are held still but for one change at a time, and
/// holds what each has recorded against what the first has.
///
/// All processes run the same command line of the same length, so that they differ in nothing but the change.
package struct PerturbedReplay: ~Copyable {
  /// How long a replay may take beyond ten times the reference, in ns.
  static let patienceNanoseconds: Int64 = 60_000_000_000

  /// The whole path of the recording.
  let recording: String
  private let executable: String
  private let options: [String]
  private let folder: UnsafeTemporaryFolder
  private let limits: TrialLimits
  private let dateNames: String?
  private var reference: SessionFile?
  private var referenceNanoseconds: Int64 = 0
  private var count = 0

  /// Prepares to replay.
  ///
  /// - Parameters:
  ///   - executable: the whole path of the program, which is kymo, or a tool that is made of KymoTool.
  ///   - recording: the path of the recording.
  ///   - options: options of `replay` for every process.
  ///   - folder: where they record.
  ///   - limits: when the process that runs has to end.
  ///   - dateNames: what libfaketime finds of its own, if there is such a thing.
  /// - Throws: that the current folder has no path.
  init(
    _ executable: String,
    _ recording: String,
    _ options: [String],
    _ folder: UnsafeTemporaryFolder,
    _ limits: TrialLimits,
    dateNames: String?
  ) throws(TrialError) {
    self.recording = try Self.wholePath(recording)
    self.executable = executable
    self.options = options
    self.folder = folder
    self.limits = limits
    self.dateNames = dateNames
  }

  /// A path that leads to the same file from any folder.
  package static func wholePath(_ path: String) throws(TrialError) -> String {
    if path.hasPrefix("/") { return path }
    let outcome = try UnsafeChildProcess.run(["pwd"])
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
    // One file for all of them, even if another is built in its place.
    let opening = ["sh", "-c", "exec 9<\"$0\" && exec \"$@\"", executable]
    return opening + surroundings.command(words + options + surroundings.options)
  }

  /// Makes the recording that all others are compared with.
  ///
  /// - Returns: what the replay came to; nil if it was interrupted.
  /// - Throws: why it does not come to its end.
  mutating func makeReference(
    _ surroundings: Surroundings
  ) throws(TrialError) -> SessionResult? {
    let start = MonotonicTime.nanoseconds()
    let outcome = try limits.run(command(surroundings))
    referenceNanoseconds = MonotonicTime.nanoseconds() - start
    if outcome.end == .interrupted { return nil }
    guard outcome.end == .exited(0) else {
      throw TrialError(
        "the replay that all others are compared with failed, \(outcome.ending): "
          + outcome.lastLines()
      )
    }
    let file = try Self.session(place)
    count += 1
    guard let result = file.result else {
      throw TrialError(about: recording, "its replay came to no result")
    }
    reference = file
    return result
  }

  /// Replays once.
  ///
  /// - Returns: whether it did as the reference did; nil if it was interrupted.
  /// - Precondition: there is a reference.
  mutating func run(_ surroundings: Surroundings) throws(TrialError) -> PerturbedRun? {
    guard let reference else { preconditionFailure("nothing to compare with") }
    let place = place
    defer { Self.remove(place) }
    let outcome = try limits.within(10 * referenceNanoseconds + Self.patienceNanoseconds)
      .run(command(surroundings))
    count += 1
    switch outcome.end {
    case .interrupted: return nil
    case .exited(0): break
    case .exited, .signalled, .outOfTime, .tooMuch:
      let said = Self.reason(outcome)
      return .failed(said.isEmpty ? outcome.ending : "\(outcome.ending): \(said)")
    }
    // Most are the same to the last byte, and need not be read message by message.
    let comparison = try UnsafeChildProcess.run(["cmp", "-s", "--", referencePlace, place])
    if comparison.end == .exited(0) { return .same }
    let replayed = try Self.session(place)
    do {
      let comparison = try RecordingComparison(reference, against: replayed)
      return comparison.isIdentical ? .same : .differs(comparison)
    } catch { throw TrialError(error, about: place) }
  }

  /// Why a process ended: what a trap says, or the last line.
  private static func reason(_ outcome: ChildOutcome) -> String {
    let lines = String(decoding: outcome.diagnostics, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.contains("Fatal error: ") }.map { String($0).printable }
      ?? outcome.lastLines()
  }

  private static func session(_ place: String) throws(TrialError) -> SessionFile {
    do { return try SessionFile(path: place) } catch { throw TrialError(error, about: place) }
  }

  private var referencePlace: String { "\(folder.path)/0000.mcap" }

  private static func remove(_ path: String) {
    do { _ = try UnsafeChildProcess.run(["rm", "-f", "--", path]) } catch {}
  }
}
