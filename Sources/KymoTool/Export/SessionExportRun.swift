import KymoCommandLine
import KymoFormats
import KymoMCAP
import KymoRecording
import KymoText
import KymoTrials

/// `kymo export` of a session: its channels in one of the forms of `KymoFormats`.
struct SessionExportRun {
  private let format: ExportFormat
  private let shape: ExportShape
  private let arguments: ParsedArguments
  private let path: String

  /// Takes the command line, and the form and the shape of the output that it means.
  init(_ format: ExportFormat, _ shape: ExportShape, _ arguments: ParsedArguments) {
    self.format = format
    self.shape = shape
    self.arguments = arguments
    path = arguments.positional("recording")
  }

  /// Writes the files, and says what is in them.
  ///
  /// - Throws: what is wrong with the recording, the options, or the output.
  func run(_ console: inout Console) throws(CommandFailure) -> ExitStatus {
    let output = arguments.text("output")
    let inputs = InputFiles([path])
    if shape != .folder { try inputs.check(output) }
    console.isOutputTaken = output == "-"
    let file = try SessionFile.open(path)
    console.note(UnfinishedFile.hint(beside: path), about: path, arguments.tool)
    let exporter = try exporter(file)
    guard let export = format.export(of: exporter.session, isFolder: shape != .file) else {
      preconditionFailure("\(format.rawValue) is written elsewhere")
    }
    guard exporter.session.channels.contains(where: { export.holds($0) }) else {
      throw CommandFailure(
        file: path,
        "it has nothing that \(format.rawValue) holds: \(format.meaning)",
        remedy: "see \(.tool) inspect \(path.shellQuoted)"
      )
    }
    let files = ExportedFiles(output, shape, inputs)
    return try files.keeping { () throws(CommandFailure) in
      var report = try write(exporter, export, to: files, &console)
      // What was stopped is packed as far as it goes.
      let (isPartial, interrupt) = (report.wasStopped, console.interrupt)
      if try files.pack(shouldStop: { !isPartial && interrupt.isRequested }) {
        report.wasStopped = true
      }
      let places = try files.finish(wasInterrupted: report.wasStopped, &console)
      let result = SessionExportResult(format, exporter.session, report, places)
      if arguments.wantsJSON { console.print(result.json) } else { result.print(to: &console) }
      return report.wasStopped ? .partial : .success
    }
  }

  private func exporter(_ file: SessionFile) throws(CommandFailure) -> SessionExporter {
    let interval = try ExportCommand.interval(arguments)
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
