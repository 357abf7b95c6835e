/// A cursor that SQLite has opened, and the number of its row.
final class CursorBox {
  let box: TableBox
  let cursor: any QueryCursor
  /// The number of the row among those that were given out, from 0.
  var row: Int64 = 0

  init(_ box: TableBox) {
    self.box = box
    cursor = box.table.makeCursor()
  }
}
