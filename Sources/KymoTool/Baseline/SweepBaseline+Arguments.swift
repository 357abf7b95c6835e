import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

extension SweepBaseline {
  /// Reads what `--baseline` names, before anything is measured; nil if it names nothing.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - subject: what is about to be measured.
  ///   - objectives: what a rate has to keep.
  /// - Throws: why it cannot be read, is no baseline of a sweep, or is of something else.
  init?(
    _ arguments: ParsedArguments,
    of subject: BenchSubject,
    _ objectives: [LatencyObjective]
  ) throws(CommandFailure) {
    guard let store = try arguments.baselineStore() else { return nil }
    let (text, name) = try store.read(BaselineKey(subject, .sweep))
    do { try self.init(json: text, name: name) } catch {
      throw CommandFailure(file: name, "\(error)".printable)
    }
    guard let difference = difference(from: subject, objectives) else { return }
    throw CommandFailure(
      file: name,
      "this baseline does not fit the sweep: \(difference)".printable
    )
  }
}
