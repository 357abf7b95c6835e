import KymoRecording

/// A file whose header was read and understood.
struct RecognisedFile {
  /// The file.
  var file: ImportFile
  /// Whose columns they are.
  var dialect: any CSVDialect
  /// The role of the columns.
  var role: TableRole
  /// The names of the columns.
  var header: CSVHeader
  /// Stands at the header.
  var reader: CSVReader

  /// Whether nothing but the names of its columns tells what they are.
  var isGuess: Bool { (dialect as? MappedCSV)?.guess != nil }

  /// Returns the content that the file gives to an import of the channels that are wanted.
  func content(_ options: ImportOptions) -> ImportRecognition.Content {
    switch role {
    case .acceleration, .location: .rows
    case .samples(let table), .unknownSensor(let table):
      options.wants(table.topic) ? .rows : .nothing
    case .gravity: options.wants(InputChannel.gravity.topic) ? .rows : .facts
    case .facts: .facts
    case .unused: .nothing
    }
  }

  /// A reader that stands at the header, of all of the file.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read again.
  func open() throws(ImportError) -> CSVReader {
    guard let content = file.content else { return reader }
    var whole = try CSVReader(try content.open(), like: reader)
    do throws(CSVError) {
      _ = try whole.nextRow()
    } catch {
      throw ImportError(error, file: file.name)
    }
    return whole
  }

  /// Reads the rows behind the header.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read again.
  func rows() throws(ImportError) -> TableReader {
    TableReader(file: file.name, reader: try open(), header: header)
  }
}
