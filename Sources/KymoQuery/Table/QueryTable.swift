/// A table whose rows are read from the recording whenever a statement asks for them.
protocol QueryTable: AnyObject {
  /// The name, a word of SQL.
  var name: String { get }
  /// The rows, in a few words.
  var meaning: String { get }
  /// The columns, 1 to 500.
  var columns: [QueryColumn] { get }
  /// How many rows there are, roughly.
  var estimatedRows: Double { get }
  /// Whether it can give out its rows grouped by a column.
  func canGroup(by column: Int) -> Bool
  /// Makes a reader of the rows.
  func makeCursor() -> any QueryCursor
}

extension QueryTable {
  func canGroup(by column: Int) -> Bool { false }
}
