import KymoRecording

/// A format whose every file is a table that the test has made: what is tested is the import behind it.
struct TablesFormat: ImportFormat {
  var name = "tables"
  var understood: String { name }
  var extensions: [String] { ["table"] }

  /// The streams, by the names of their files.
  var streams: [String: ImportedRows] = [:]
  var clock = SessionDescription.Clock.unix

  init(_ tables: [(file: String, rows: ImportTable.Rows, channel: InputChannel?)] = []) {
    for table in tables {
      streams[table.file] = ImportedRows(
        ImportTable(file: table.file, rows: table.rows),
        channel: table.channel
      )
    }
  }

  func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    streams[file.name] == nil ? .unknown(found: nil) : .known(.certain, .rows, reason: "the test")
  }

  func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    Reading(
      description: SessionDescription(origin: name, clock: clock),
      streams: files.compactMap { streams[$0.name] }[...]
    )
  }

  struct Reading: ImportReading {
    var description: SessionDescription
    var streams: ArraySlice<ImportedRows>

    mutating func next(log: inout ImportLog) -> (any ImportStream)? { streams.popFirst() }
  }

  /// The files, in the order of their names or the other way round.
  func files(reversed: Bool = false) -> [ImportFile] {
    let names = streams.keys.sorted()
    return (reversed ? names.reversed() : names).map { ImportFile(name: $0, bytes: [1]) }
  }
}
