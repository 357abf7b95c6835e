import KymoRecording

/// The fixes of a file.
struct LocationStream: ImportStream {
  private let recognised: RecognisedFile
  private let table: LocationTable
  private var reader: TableReader

  /// Stands at the first row.
  init(_ recognised: RecognisedFile, _ table: LocationTable) throws(ImportError) {
    self.recognised = recognised
    self.table = table
    reader = try recognised.rows()
  }

  var file: String { recognised.file.name }
  var topic: String { table.topic }

  mutating func rewind() throws(ImportError) { reader = try recognised.rows() }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows? {
    try reader.locations(table, log: &log).map { .locations($0) }
  }
}
