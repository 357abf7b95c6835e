import KymoBench
import KymoReport

/// The file that `--baseline` names: read before anything is measured, so that nobody measures in
/// vain.
struct BaselineFile {
  /// What it says.
  let baseline: BenchBaseline

  /// Reads it; nil if none was named.
  ///
  /// - Throws: why it cannot be read, or is no baseline.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let path = arguments.textIfGiven("baseline") else { return nil }
    let text = try UnsafeTextFile.read(path, limit: BenchBaseline.maximumBytes)
    do { baseline = try BenchBaseline(json: text, file: path) } catch {
      throw CommandFailure(file: path, "\(error)")
    }
  }

  /// Checks that it is of what is about to be measured.
  ///
  /// - Throws: a failure that names what differs.
  func check(_ subject: BenchSubject) throws(CommandFailure) {
    guard let difference = subject.difference(from: baseline.subject) else { return }
    throw CommandFailure(file: baseline.file, "no baseline for this run: \(difference)".printable)
  }
}
