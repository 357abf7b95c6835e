import KymoText
import KymoBench
package import KymoReport

/// The reports that `--export` asks for; whether their files can be written is known before anything is
/// measured, so that nobody measures in vain.
package final class ExportFiles {
  /// The name of standard output.
  package static var standardOutput: String { "-" }

  /// Where a report goes.
  private enum Target {
    /// To standard output.
    case output
    /// To a pipe or a device, which is open.
    case direct(OutputFile)
    /// To a file that it replaces.
    case replaced
    /// To the end of a file.
    case appended(AppendedFile)
  }

  /// One report.
  private struct Wish {
    package let format: ExportFormat
    package let path: String
    package let target: Target
  }

  private let inputs: InputFiles
  private var wishes: [Wish] = []

  /// Looks at every file.
  ///
  /// - Parameters:
  ///   - wishes: format and file of each report; no file for the format's own name.
  ///   - kind: what the results are of; the names were validated.
  ///   - inputs: what is read meanwhile, which no report may overwrite.
  ///   - summaryPath: where GitHub wants its summary, if this is a job of it.
  /// - Throws: which file cannot be written, or is named twice.
  package init(
    _ wishes: [(name: String, file: String?)],
    of kind: Report.Kind,
    inputs: InputFiles,
    summaryPath: String? = UnsafeTerminal.environment("GITHUB_STEP_SUMMARY")
  ) throws(CommandFailure) {
    self.inputs = inputs
    var keys: Set<String> = []
    for wish in wishes {
      guard let format = ExportFormat(wish.name, for: kind) else {
        preconditionFailure("--export was validated")
      }
      let ownFile =
        format.isStepSummary ? summaryPath ?? format.defaultFile : format.defaultFile
      let path = wish.file ?? ownFile
      let (target, key) = try Self.target(format, path, inputs)
      if case .output = target {
        try inputs.check(path)
        let others = self.wishes.filter {
          $0.path == path && $0.format.joinsOutput == format.joinsOutput
        }
        guard others.isEmpty else { throw Self.twice("standard output") }
      }
      if let key, !keys.insert(key).inserted { throw Self.twice(path) }
      self.wishes.append(Wish(format: format, path: path, target: target))
    }
  }

  /// Finds out what a path is, and that it can be written.
  private static func target(
    _ format: ExportFormat,
    _ path: String,
    _ inputs: InputFiles
  ) throws(CommandFailure) -> (target: Target, key: String?) {
    if path == standardOutput { return (.output, nil) }
    guard format.appends else {
      let file = try OutputFile(path, isNone: inputs)
      if file.isDirect { return (.direct(file), nil) }
      let key = file.key
      // It is made again once there is something to write: a run that is killed leaves nothing behind.
      file.discard()
      return (.replaced, key)
    }
    let file = try AppendedFile(path, isNone: inputs)
    if let line = file.firstLine, !format.canContinue(after: line) {
      throw CommandFailure(file: path, "it is not a history of benchmarks, and was not overwritten")
    }
    return (.appended(file), file.key)
  }

  private static func twice(_ name: String) -> CommandFailure {
    .usage("--export writes \(name) twice; give each report a file of its own")
  }

  /// Refuses formats of a run that another kind of result does not have.
  ///
  /// - Parameters:
  ///   - arguments: a command line whose `--export` takes every format of a run.
  ///   - kind: what the results are of.
  ///   - name: what that is called.
  /// - Throws: a usage error that lists what there is.
  package static func check(
    _ arguments: ParsedArguments,
    are kind: Report.Kind,
    called name: String
  ) throws(CommandFailure) {
    let known = ExportFormat.names(for: kind)
    for wish in arguments.optionallyNamedFiles("export") where !known.contains(wish.name) {
      throw .usage(
        """
        --export \(wish.name) is for one run; \(name) can be exported as \(known.inWords)
        """
      )
    }
  }

  /// Whether a report takes standard output.
  package var takesOutput: Bool {
    wishes.contains { $0.path == Self.standardOutput && !$0.format.joinsOutput }
  }

  /// Writes all reports, also those after one that fails.
  ///
  /// Lines that join standard output go to standard error if a program reads the former: who looks
  /// for them, looks for them there too.
  ///
  /// - Parameters:
  ///   - console: where to say so, and standard output.
  ///   - isOutputJSON: whether the report on standard output is JSON.
  ///   - wasInterrupted: whether the reports are of a run that was stopped, and replace none of a whole one.
  ///   - text: the report in a format.
  /// - Throws: the first failure.
  package func write(
    to console: inout Console,
    isOutputJSON: Bool,
    wasInterrupted: Bool,
    _ text: (ExportFormat) -> String
  ) throws(CommandFailure) {
    var failure: CommandFailure?
    var written: [String] = []
    for wish in wishes {
      let text = text(wish.format)
      do throws(CommandFailure) {
        var place = wish.path
        switch wish.target {
        case .output:
          if !wish.format.joinsOutput {
            console.printTaken(text)
          } else if isOutputJSON {
            console.error(String(text.dropLast()))
          } else {
            console.print(text)
          }
          continue
        case .direct(let file): try Self.write(text, to: file)
        case .replaced:
          let file = try OutputFile(wish.path, isNone: inputs)
          place = try file.keeping { () throws(CommandFailure) in
            try file.write(text)
            return try file.finish(wasInterrupted: wasInterrupted, &console)
          }
        case .appended(let file): try append(text, wish.format, to: file)
        }
        written.append("\(place) (\(wish.format.name))")
      } catch { failure = failure ?? error }
    }
    if !written.isEmpty { console.note("wrote \(written.joined(separator: ", "))") }
    if let failure { throw failure }
  }

  private static func write(_ text: String, to file: OutputFile) throws(CommandFailure) {
    try file.keeping { () throws(CommandFailure) in
      try file.write(text)
      try file.commit()
    }
  }

  private func append(
    _ text: String,
    _ format: ExportFormat,
    to file: AppendedFile
  ) throws(CommandFailure) {
    let fits = try file.append { line in
      guard let line else { return text }
      return format.continuation(text, after: line)
    }
    guard !fits else { return }
    // What was measured is worth more than the name of the file.
    let other = file.path + ".new"
    try Self.write(text, to: try OutputFile(other, isNone: inputs))
    throw CommandFailure(file: file.path, "it has other columns; the row is in \(other)")
  }
}
