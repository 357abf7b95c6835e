import KymoCommandLine
import KymoFormats
import KymoRecording
import KymoText

/// Reads what phone apps have exported, and tracks.
enum SensorImport {
  /// Reads files as far as it has to be known what is in them.
  static func part(
    _ paths: [String],
    _ arguments: ParsedArguments,
    hasCalls: Bool,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> ImportPart {
    var importer = try importer(arguments, interrupt)
    if hasCalls { importer.options.timeUnit = nil }
    do throws(ImportError) {
      let events = try importer.open(paths: paths)
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

  private static func failure(_ error: ImportError) -> CommandFailure {
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
  private static func importer(
    _ arguments: ParsedArguments,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> SessionImporter {
    var options = ImportOptions(
      isStrict: arguments.flag("strict"),
      timeColumn: arguments.textIfGiven("time-column"),
      timeUnit: arguments.textIfGiven("time-unit").flatMap { TimeUnit(rawValue: $0) }
    )
    if let text = arguments.textIfGiven("columns") {
      guard let columns = ColumnMapping.list(text) else {
        throw .usage("--columns takes a list such as time=t,x=ax:g,y=ay:g,z=az:g; not '\(text)'")
      }
      options.columns = columns
    }
    options.pointInterval = arguments.nanosecondsIfGiven("every")
    if options.pointInterval == 0 { throw .usage("--every takes a duration above 0") }
    options.platform = arguments.textIfGiven("platform").flatMap { PhonePlatform(rawValue: $0) }
    options.isInG = arguments.textIfGiven("units").map { $0 == "g" }
    var importer = SessionImporter(formats: GPSBabelRun.formats(interrupt), options: options)
    importer.channels = try AppInstance.table(arguments.app)
    importer.shouldStop = { interrupt.isRequested }
    return importer
  }
}
