import KymoCore
import KymoRecording

/// The samples of a file for a channel that has no row type of its own.
struct SampleStream: ImportStream {
  private let recognised: RecognisedFile
  private let table: SampleTable
  private var reader: TableReader

  /// Stands at the first row.
  init(_ recognised: RecognisedFile, _ table: SampleTable) throws(ImportError) {
    self.recognised = recognised
    self.table = table
    reader = try recognised.rows()
  }

  var file: String { recognised.file.name }
  var topic: String { table.topic }
  var channel: InputChannel? { table.channel }

  mutating func rewind() throws(ImportError) { reader = try recognised.rows() }

  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable.Rows? {
    table.isMessage
      ? try reader.messages(table, log: &log).map { .messages(topic: table.topic, $0) }
      : try reader.samples(table, log: &log).map { .samples(topic: table.topic, $0) }
  }
}
