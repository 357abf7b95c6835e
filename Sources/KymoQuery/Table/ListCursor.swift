import KymoMCAP

/// Reads the rows of a ``ListTable``.
final class ListCursor: QueryCursor {
  private let rows: [[QueryValue]]
  private var place = 0

  init(_ rows: [[QueryValue]]) { self.rows = rows }

  func start(_ filter: QueryFilter) { place = 0 }

  func next() { place += 1 }

  var isAtEnd: Bool { place >= rows.count }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard place < rows.count else { return cell.null() }
    switch rows[place][column] {
    case .null: cell.null()
    case .integer(let value): cell.integer(value)
    case .real(let value): cell.real(value)
    case .text(let value): cell.text(value)
    case .blob(let value): value.withRawSpan { cell.blob($0) }
    }
  }
}
