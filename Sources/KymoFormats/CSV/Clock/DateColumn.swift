import KymoRecording
import KymoText

/// The dates that stand in a column of their own, beside times of day.
struct DateColumn {
  /// The column.
  let column: Int
  /// Its name as the file spells it, for messages.
  let name: String
  private(set) var rowCount = 0
  /// The orders of day and month by which every row so far has a date.
  private var orders = Order.allCases

  /// The first part of dates such as 01/02/2024; the others can be meant in one way only.
  enum Order: CaseIterable {
    case dayFirst
    case monthFirst
  }

  /// The forms that dates may have.
  static let forms = "2024-01-31, 20240131, 31.01.2024, 31/01/2024 or 01/31/2024"

  /// Finds it by its name; nil if there is none.
  init?(_ header: CSVHeader, besides time: Int) {
    guard let column = header.index("date"), column != time else { return nil }
    self.column = column
    name = String(header.texts[column].prefix(40))
  }

  /// Looks at the current row of a reader.
  mutating func see(_ reader: CSVReader) {
    rowCount += 1
    guard !orders.isEmpty else { return }
    orders.removeAll { column >= reader.fieldCount || reader.date(column, $0) == nil }
    if orders.count > 1, reader.hasOpenDate(column) { hasOpenDates = true }
  }

  /// Whether some rows have a date of which only other rows tell what stands first.
  private var hasOpenDates = false

  /// Whether every row has a date, and no row tells whether the day or the month stands first.
  var isAmbiguous: Bool { orders.count > 1 && hasOpenDates }
  /// Whether dates can be taken from it.
  var isUsable: Bool { !orders.isEmpty && !isAmbiguous && rowCount > 0 }
  /// The first part, where that matters.
  var order: Order { orders.first ?? .dayFirst }
}

extension CSVReader {
  /// A field of the current row without the white space around it, as a range of ``bytes``.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func trimmed(_ column: Int) -> Range<Int> {
    var range = range(column)
    while let first = range.first, bytes[first] <= UInt8(ascii: " ") { range = range.dropFirst() }
    while let last = range.last, bytes[last] <= UInt8(ascii: " ") { range = range.dropLast() }
    return range
  }

  /// A field of the current row as ISO 8601 has times; nil for anything else.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func isoTime(_ column: Int) -> ISOTime? {
    let range = trimmed(column)
    return ISOTime(span: bytes.span, start: range.lowerBound, end: range.upperBound)
  }

  /// Whether a field is a date such as 01/02/2024, which is one day here and another there.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func hasOpenDate(_ column: Int) -> Bool {
    let field = bytes[trimmed(column)]
    return field.count == 10 && field.dropFirst(2).first == UInt8(ascii: "/")
  }

  /// A field of the current row as a day, such as 2024-01-31, 2024/01/31, 20240131, 31.01.2024 or, by its
  /// order, 31/01/2024 and 01/31/2024; nil for anything else.
  ///
  /// - Precondition: `column` is in `0..<fieldCount`.
  func date(_ column: Int, _ order: DateColumn.Order) -> CalendarDate? {
    let field = bytes[trimmed(column)]
    guard field.count <= 10 else { return nil }
    let parts = field.split(omittingEmptySubsequences: false) { !(48...57 ~= $0) }
    let marks = field.filter { !(48...57 ~= $0) }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
    let lengths = parts.map(\.count)
    switch (lengths, marks) {
    case ([8], []):
      return CalendarDate(
        year: numbers[0] / 10_000,
        month: numbers[0] / 100 % 100,
        day: numbers[0] % 100
      )
    case ([4, 2, 2], [UInt8(ascii: "-"), UInt8(ascii: "-")]),
      ([4, 2, 2], [UInt8(ascii: "/"), UInt8(ascii: "/")]):
      return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])
    case ([2, 2, 4], [UInt8(ascii: "."), UInt8(ascii: ".")]):
      return CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0])
    case ([2, 2, 4], [UInt8(ascii: "/"), UInt8(ascii: "/")]):
      let (day, month) = order == .dayFirst ? (0, 1) : (1, 0)
      return CalendarDate(year: numbers[2], month: numbers[month], day: numbers[day])
    default: return nil
    }
  }
}
