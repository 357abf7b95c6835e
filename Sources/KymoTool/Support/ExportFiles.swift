import KymoBench
import KymoReport

/// The reports that `--export` asks for; their files are open before anything is measured, so that
/// nobody measures in vain.
final class ExportFiles<Format: ReportFormat> {
  /// The name of standard output.
  static var standardOutput: String { "-" }

  /// One report: its format, and its file unless that is standard output.
  private final class Target {
    let format: Format
    let path: String
    var file: UnsafeExportFile?

    init(_ format: Format, _ path: String, file: consuming UnsafeExportFile?) {
      self.format = format
      self.path = path
      self.file = file
    }

    /// Writes the report; the file is then in its place, and closed.
    func write(_ text: String) throws(CommandFailure) {
      guard var file = file.take() else { return }
      guard let line = file.firstLine else { return try file.write(text) }
      guard let more = format.continuation(text, after: line) else {
        // What was measured is worth more than the name of the file.
        let other = file.path + ".new"
        var new = try UnsafeExportFile(path: other, appends: false)
        try new.write(text)
        throw CommandFailure(file: file.path, "it has other columns; the row is in \(other)")
      }
      try file.write(more)
    }
  }

  private var targets: [Target] = []

  /// Opens every file.
  ///
  /// - Parameters:
  ///   - wishes: format and file of each report; no file for the format's own name.
  ///   - format: the format of that name.
  ///   - inputs: what is read meanwhile, which no report may overwrite.
  ///   - summaryPath: where GitHub wants its summary, if this is a job of it.
  /// - Throws: which file cannot be written, or is named twice.
  init(
    _ wishes: [(name: String, file: String?)],
    _ format: (String) -> Format?,
    inputs: [String],
    summaryPath: String? = UnsafeTerminal.environment("GITHUB_STEP_SUMMARY")
  ) throws(CommandFailure) {
    var identities: [UnsafeFileIdentity] = []
    for wish in wishes {
      guard let format = format(wish.name) else {
        preconditionFailure("--export was validated")
      }
      let ownFile =
        format.isStepSummary ? summaryPath ?? format.defaultFile : format.defaultFile
      let path = wish.file ?? ownFile
      guard path != Self.standardOutput else {
        let others = targets.filter {
          $0.path == path && $0.format.joinsOutput == format.joinsOutput
        }
        guard others.isEmpty else { throw Self.twice("standard output") }
        targets.append(Target(format, path, file: nil))
        continue
      }
      try CommandFailure.check(output: path, isNone: inputs)
      let file = try UnsafeExportFile(path: path, appends: format.appends)
      if let identity = file.identity {
        guard !identities.contains(identity) else { throw Self.twice(path) }
        identities.append(identity)
      }
      if let line = file.firstLine, !format.canContinue(after: line) {
        throw CommandFailure(file: path, "it is no history of benchmarks, and is not overwritten")
      }
      targets.append(Target(format, path, file: file))
    }
  }

  private static func twice(_ name: String) -> CommandFailure {
    .usage("--export writes \(name) twice; give each report a file of its own")
  }

  /// Whether a report takes standard output.
  var takesOutput: Bool {
    targets.contains { $0.path == Self.standardOutput && !$0.format.joinsOutput }
  }

  /// Writes all reports, also those after one that fails.
  ///
  /// Lines that join standard output go to standard error if a program reads the former: who looks
  /// for them, looks for them there too.
  ///
  /// - Parameters:
  ///   - console: where to say so, and standard output.
  ///   - isOutputJSON: whether the report on standard output is JSON.
  ///   - text: the report in a format.
  /// - Throws: the first failure.
  func write(
    to console: inout Console,
    isOutputJSON: Bool,
    _ text: (Format) -> String
  ) throws(CommandFailure) {
    var failure: CommandFailure?
    var written: [String] = []
    for target in targets {
      let text = text(target.format)
      if target.path == Self.standardOutput {
        if !target.format.joinsOutput {
          console.printTaken(text)
        } else if isOutputJSON {
          console.error(String(text.dropLast()))
        } else {
          console.print(text)
        }
        continue
      }
      do {
        try target.write(text)
        written.append("\(target.path) (\(target.format.rawValue))")
      } catch { failure = failure ?? error }
    }
    if !written.isEmpty { console.note("wrote \(written.joined(separator: ", "))") }
    if let failure { throw failure }
  }
}
