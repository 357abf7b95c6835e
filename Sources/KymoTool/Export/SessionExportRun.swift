import KymoCommandLine
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoText
import KymoTrials

/// `kymo export` of a session: its channels in one of the forms of `KymoFormats`.
struct SessionExportRun {
  private let format: ExportFormat
  private let arguments: ParsedArguments
  private let path: String

  /// Takes the command line, and the form that it means.
  init(_ format: ExportFormat, _ arguments: ParsedArguments) {
    self.format = format
    self.arguments = arguments
    path = arguments.positional("recording")
  }

  /// Writes the files, and says what is in them.
  ///
  /// - Throws: what is wrong with the recording, the options, or the output.
  func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    let output = arguments.text("output")
    let inputs = InputFiles([path])
    let isFolder = try isFolder(output)
    if !isFolder { try inputs.check(output) }
    console.isOutputTaken = output == "-"
    let file = try SessionFile.open(path)
    console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    let exporter = try exporter(file)
    guard let export = format.export(of: exporter.session, isFolder: isFolder) else {
      preconditionFailure("\(format.rawValue) is written elsewhere")
    }
    guard exporter.session.channels.contains(where: { export.holds($0) }) else {
      throw CommandFailure(
        file: path,
        "it has nothing that \(format.rawValue) holds: \(format.meaning)",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
    let files = ExportedFiles(output, isFolder: isFolder, inputs)
    return try files.keeping { () throws(CommandFailure) in
      let report = try write(exporter, export, to: files, &console)
      let places = try files.finish(wasInterrupted: report.wasStopped, &console)
      let result = SessionExportResult(format, exporter.session, report, places)
      if arguments.wantsJSON { console.print(result.json) } else { result.print(to: &console) }
      return report.wasStopped ? .partial : .success
    }
  }

  /// Whether the output is a folder.
  private func isFolder(_ output: String) throws(CommandFailure) -> Bool {
    if format.needsFolder {
      guard output != "-" else { throw .usage("\(format.rawValue) is a folder of files; name one") }
      return true
    }
    guard output.hasSuffix("/") || UnsafeFolder.isFolder(output) else { return false }
    guard format.makesFolder else {
      throw .usage("\(output): \(format.rawValue) is one file; name one")
    }
    return true
  }

  private func exporter(_ file: SessionFile) throws(CommandFailure) -> SessionExporter {
    let interval = arguments.nanosecondsIfGiven("every")
    if interval == 0 { throw .usage("--every takes a duration above 0") }
    let selection = try CutSelection(arguments, file, path)
    let name = path.fileName
    let stem = name.hasSuffix(".mcap") ? String(name.dropLast(5)) : name
    do throws(SessionError) {
      return try SessionExporter(file, named: stem, selection, every: interval)
    } catch { throw CommandFailure(error, file: path) }
  }

  private func write(
    _ exporter: SessionExporter,
    _ export: any SessionExport,
    to files: ExportedFiles,
    _ console: inout Console
  ) throws(CommandFailure) -> ExportReport {
    let interrupt = console.interrupt
    console.beginProgress("exporting", of: nil, unit: "events")
    defer { console.endProgress() }
    do {
      return try exporter.write(
        export,
        to: files,
        shouldStop: { interrupt.isRequested }
      ) { console.progress(to: $0) }
    } catch { throw files.refusal(error, path, interrupt) }
  }
}
