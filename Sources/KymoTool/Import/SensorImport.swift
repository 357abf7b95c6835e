import KymoCommandLine
import KymoFormats
import KymoRecording
import KymoText

/// Reads what phone apps have exported, and tracks.
enum SensorImport {
  /// Reads files as far as it has to be known what is in them.
  static func part(
    _ found: FoundFiles,
    _ importer: SessionImporter
  ) throws(CommandFailure) -> ImportPart {
    do throws(ImportError) {
      let events = try importer.open(found)
      return ImportPart(
        feed: events,
        files: events.files,
        repairs: events.repairs,
        notes: events.notes
      )
    } catch {
      throw failure(error)
    }
  }

  /// An import failed.
  static func failure(_ error: ImportError) -> CommandFailure {
    switch error {
    case .interrupted: CommandFailure("interrupted; nothing was written", status: .partial)
    case .recording(let path):
      CommandFailure(
        "\(error.description) (use it as it is: \(.tool) inspect \(path.shellQuoted), or \(.tool) replay)"
      )
    default: CommandFailure(error.description)
    }
  }

  /// The importer that the options describe.
  static func importer(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> SessionImporter {
    let interrupt = console.interrupt
    var options = ImportOptions(
      isStrict: arguments.flag("strict"),
      timeUnit: arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    )
    for text in arguments.texts("columns") where FileColumns.parts(text) == nil {
      guard options.columns.isEmpty else { throw twice("columns") }
      options.columns = try columns(text)
    }
    for text in arguments.texts("time-column") where FileColumns.parts(text) == nil {
      guard options.timeColumn == nil else { throw twice("time-column") }
      options.timeColumn = text
    }
    options.fileColumns = try fileColumns(arguments)
    options.pointInterval = arguments.nanosecondsIfGiven("every")
    if options.pointInterval == 0 { throw .usage("--every takes a duration above 0") }
    options.platform = arguments.textIfGiven("platform").flatMap { PhonePlatform(rawValue: $0) }
    options.isInG = arguments.textIfGiven("units").map { $0 == "g" }
    var importer = SessionImporter(formats: GPSBabelRun.formats(interrupt), options: options)
    importer.channels = try AppInstance.table(arguments.app)
    importer.setAside = .traffic
    importer.shouldStop = { interrupt.isRequested }
    if let progress = console.beginSharedProgress("reading", unit: "bytes") {
      importer.didRead = { progress.advance(by: $0) }
    }
    return importer
  }

  private static func columns(_ text: String) throws(CommandFailure) -> [ColumnMapping] {
    guard let columns = ColumnMapping.list(text) else {
      throw .usage(
        "--columns takes a list such as time=t,x=ax:g,y=ay:g,z=az:g, or FILE.csv: and that; not '\(text)'"
      )
    }
    return columns
  }

  private static func twice(_ option: String) -> CommandFailure {
    .usage("--\(option) is given twice for all files; put FILE: before one of them")
  }

  /// What `--columns` and `--time-column` say of single files.
  ///
  /// - Throws: a failure of usage for what is no list of columns.
  static func fileColumns(_ arguments: ParsedArguments) throws(CommandFailure) -> [FileColumns] {
    var all: [FileColumns] = []
    for text in arguments.texts("columns") {
      guard let (file, rest) = FileColumns.parts(text) else { continue }
      all.append(FileColumns(file: file, columns: try columns(rest)))
    }
    for text in arguments.texts("time-column") {
      guard let (file, rest) = FileColumns.parts(text) else { continue }
      all.append(FileColumns(file: file, timeColumn: rest))
    }
    return all
  }
}
