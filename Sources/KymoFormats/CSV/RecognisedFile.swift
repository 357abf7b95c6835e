import KymoRecording

/// A file whose header was read and understood.
struct RecognisedFile {
  /// The file.
  var file: ImportFile
  /// Whose columns they are.
  var dialect: any CSVDialect
  /// What they hold.
  var role: TableRole
  /// The names of the columns.
  var header: CSVHeader
  /// Stands at the header.
  var reader: CSVReader

  /// What the file gives to an import of the channels with these topics.
  func content(topics: Set<String>) -> ImportRecognition.Content {
    switch role {
    case .acceleration, .location: .rows
    case .samples(let table): topics.contains(table.topic) ? .rows : .nothing
    case .facts, .gravity: .facts
    case .unused, .unknownSensor: .nothing
    }
  }

  /// Reads the rows behind the header.
  var rows: TableReader { TableReader(file: file.name, reader: reader, header: header) }
}
