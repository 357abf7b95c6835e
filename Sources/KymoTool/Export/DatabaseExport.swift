import KymoCommandLine
import KymoFormats
import KymoMCAP
import KymoQuery
import KymoRecording
import KymoText
import KymoTrials

/// `kymo export --to sqlite`: the tables of `kymo query` as a database file.
enum DatabaseExport {
  /// Writes the file, and says what is in it.
  ///
  /// SQLite makes it in the folder for temporary files, from where it goes to its place: it may be a pipe.
  static func run(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let interval = try ExportCommand.interval(arguments)
    let path = arguments.positional("recording")
    let inputs = InputFiles([path])
    let output = try OutputFile(arguments.text("output"), isNone: inputs)
    console.isOutputTaken = output.path == "-"
    return try output.keeping { () throws(CommandFailure) in
      let file = try SessionFile.open(path)
      let selection = try CutSelection(arguments, file, path)
      let app = arguments.tool.apps.named(file.app) ?? arguments.tool.apps.first
      let instance = try AppInstance.make(app, AppSetup(file))
      let folder: UnsafeTemporaryFolder
      do throws(TrialError) { folder = try UnsafeTemporaryFolder() } catch {
        throw CommandFailure(error)
      }
      defer { folder.remove() }
      let place = folder.path + "/session.sqlite"
      let interrupt = console.interrupt
      var copied: (tables: [(name: String, rows: Int64)], wasStopped: Bool)
      let part: RecordingDatabase.Part
      do throws(SessionError) { part = try Self.part(selection, file, every: interval) } catch {
        throw CommandFailure(error, file: path)
      }
      do throws(QueryError) {
        let database = try RecordingDatabase(file, instance)
        copied = try database.copy(to: place, part) { interrupt.isRequested }
      } catch { throw QueryRun.failure(error, path, "") }
      try copy(place, to: output)
      let target = try output.finish(wasInterrupted: copied.wasStopped, &console)
      report(copied.tables, copied.wasStopped, target, arguments, &console)
      return copied.wasStopped ? .partial : .success
    }
  }

  private static func copy(_ path: String, to output: OutputFile) throws(CommandFailure) {
    var pieces: [UInt8] = []
    var offset: UInt64 = 0
    repeat {
      do throws(UnsafeOutputDescriptor.Errno) {
        var isNew = false
        let file = try UnsafeOutputDescriptor(appendingTo: path, isNew: &isNew)
        pieces = try file.read(pieceBytes, at: offset)
      } catch {
        throw CommandFailure(file: path, UnsafeTerminal.message(for: error.code))
      }
      do throws(MCAPError) {
        try pieces.withRawSpan { bytes throws(MCAPError) in try output.write(bytes) }
      } catch { throw CommandFailure(error, file: output.path) }
      offset += UInt64(pieces.count)
    } while !pieces.isEmpty
  }

  /// How many bytes are copied at once.
  private static let pieceBytes = 1 << 20

  private static func part(
    _ selection: CutSelection,
    _ file: SessionFile,
    every interval: Int64?
  ) throws(SessionError) -> RecordingDatabase.Part {
    try file.checkTopics(selection)
    var part = RecordingDatabase.Part()
    part.start = selection.start.map { Int64(clamping: $0) }
    part.end = selection.end.map { Int64(clamping: $0) }
    if selection.topics != nil || !selection.without.isEmpty {
      part.topics = (selection.topics ?? file.editableTopics)
        .filter { !selection.without.contains($0) }
    }
    guard let interval else { return part }
    let session = try SessionExporter(file, named: "", selection).session
    var topics = session.channels.filter(\.isSampled).map(\.topic)
    // The fixes for viewers are of the locations.
    if topics.contains(InputChannel.location.topic) { topics.append(SessionTopic.fix.name) }
    part.ticks = .init(every: interval, from: part.start ?? session.start, of: topics)
    return part
  }

  private static func report(
    _ tables: [(name: String, rows: Int64)],
    _ wasStopped: Bool,
    _ output: String,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) {
    if arguments.wantsJSON {
      console.print(
        [
          "schema": "kymograph.session-export/1", "format": "sqlite",
          "tables": JSONText(
            tables.map { ["name": JSONText($0.name), "rows": JSONText($0.rows)] }
          ),
          "interrupted": JSONText(wasStopped), "outputs": JSONText([JSONText(output)]),
        ])
      return
    }
    let parts = tables.filter { $0.rows > 0 }.map { "\($0.rows) \($0.name.printable)" }
    console.print("\(output): \(parts.joined(separator: ", "))")
  }
}
