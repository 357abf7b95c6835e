import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The result that `--baseline` names: read before measuring, so that nobody measures in vain.
struct BaselineFile {
  /// The former result that it holds.
  let baseline: BenchBaseline

  /// Reads it; nil if none was named.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - subject: what is about to be measured.
  /// - Throws: why it cannot be read, is no baseline, or is of something else.
  init?(
    _ arguments: ParsedArguments,
    of subject: @autoclosure () throws(CommandFailure) -> BenchSubject
  ) throws(CommandFailure) {
    guard let store = try arguments.baselineStore() else { return nil }
    let subject = try subject()
    let (text, name) = try store.read(BaselineKey(subject))
    do { baseline = try BenchBaseline(json: text, file: name) } catch {
      throw CommandFailure(file: name, "\(error)")
    }
    guard let difference = subject.difference(from: baseline.subject) else { return }
    throw CommandFailure(file: name, "this baseline does not fit the run: \(difference)".printable)
  }
}

extension ParsedArguments {
  /// Where the baseline is that `--baseline` names; nil if it names none.
  func baselineStore() throws(CommandFailure) -> BaselineStore? {
    guard let word = textIfGiven(BaselineStore.option.name) else { return nil }
    return try BaselineStore(
      word,
      in: text(BaselineStore.folder.name),
      isRead: true,
      option: BaselineStore.option.name
    )
  }

  /// Refuses a baseline that cannot be one, or that nothing is compared with.
  ///
  /// - Parameter needReport: whether only the report of `--export html` compares with it.
  /// - Throws: a usage error, or that nothing can be saved there.
  func checkBaselines(needReport: Bool) throws(CommandFailure) {
    _ = try baselineStore()
    try savedBaselineStore()?.check()
    if isGiven(BaselineStore.folder.name), !isGiven(BaselineStore.option.name),
      !isGiven(BaselineStore.saving.name)
    {
      throw .usage("--baselines has no effect without --baseline or --save-baseline")
    }
    let formats = optionallyNamedFiles("export").map(\.name)
    if needReport, isGiven(BaselineStore.option.name), !formats.contains(HTMLExport.name) {
      throw .usage("--baseline shows only on the page; add --export html")
    }
  }

  /// Where `--save-baseline` saves the result; nil if it is not saved.
  func savedBaselineStore() throws(CommandFailure) -> BaselineStore? {
    let name = BaselineStore.saving.name
    guard let word = textIfGiven(name) else { return nil }
    return try BaselineStore(
      word,
      in: text(BaselineStore.folder.name),
      isRead: false,
      option: name
    )
  }
}
