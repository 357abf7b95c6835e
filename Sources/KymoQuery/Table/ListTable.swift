/// A table whose few rows are known from the start.
final class ListTable: QueryTable {
  let name: String
  let meaning: String
  let columns: [QueryColumn]
  let rows: [[QueryValue]]

  /// Takes rows, each with a value for every column.
  init(_ name: String, _ meaning: String, _ columns: [QueryColumn], _ rows: [[QueryValue]]) {
    self.name = name
    self.meaning = meaning
    self.columns = columns
    self.rows = rows
  }

  var estimatedRows: Double { Double(rows.count) }

  func makeCursor() -> any QueryCursor { ListCursor(rows) }
}
