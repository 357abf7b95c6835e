extension CSVReader {
  /// Reads rows as long as they are plain, `limit` at most, and appends what `make` makes of them and their line.
  ///
  /// A row that is anything else stays the next one, also one that may go on behind the bytes at hand.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the rows in bytes.
  @inline(__always)
  mutating func appendPlainRows<Row>(
    _ columns: PlainColumns,
    limit: Int,
    to rows: inout [Row],
    _ make: (PlainRow, Int) -> Row
  ) {
    let bytes = self.bytes
    let span = bytes.span
    let text = PlainText(separator: separator)
    var cursor = position
    var line = nextLine
    let last = nextLine &+ limit
    var row = PlainRow()
    for place in 0..<6 { row.values[place] = .nan * columns.limits[place].factor }
    while line < last {
      let start = cursor
      guard columns.read(span, &cursor, text, &row), cursor &- start <= maximumLineBytes else {
        cursor = start
        break
      }
      rows.append(make(row, line))
      line &+= 1
    }
    position = cursor
    nextLine = line
  }
}

extension PlainColumns {
  /// The number that some formats write where there is no value.
  static let noneMarker = -9999.0
  /// 73 years before the start of a recording, since some rows are from 1970, and 36 after it.
  static let elapsedRange: ClosedRange<Int64> = -(1 << 61)...1 << 60

  /// Reads a row, and goes behind it; false if it is not plain, or has a value that calls for a remark.
  @inline(__always)
  fileprivate func read(
    _ bytes: Span<UInt8>,
    _ cursor: inout Int,
    _ text: PlainText,
    _ row: inout PlainRow
  ) -> Bool {
    let roles = self.roles.span
    let limits = self.limits.span
    var column = 0
    while true {
      let role = roles[column]
      if role == .unused {
        guard text.skip(bytes, &cursor) else { return false }
      } else {
        guard let number = text.number(bytes, &cursor), take(number, role, limits, &row)
        else {
          return false
        }
      }
      column &+= 1
      if column == roles.count { break }
      guard bytes[cursor] == text.separator else { return false }
      cursor &+= 1
    }
    if isElapsed { row.elapsed = row.timestamp }
    return text.endLine(bytes, &cursor)
  }

  @inline(__always)
  private func take(
    _ number: Decimal64,
    _ role: Role,
    _ limits: Span<Limits>,
    _ row: inout PlainRow
  ) -> Bool {
    switch role {
    case .time:
      guard let time = number.integer(scale: scale), times ~= time else { return false }
      row.timestamp = time
    case .elapsed:
      guard let time = number.integer(scale: 9), Self.elapsedRange ~= time else { return false }
      row.elapsed = time
    default:
      let place = Int(role.rawValue &- Role.value0.rawValue)
      guard var value = number.double, value != Self.noneMarker else { return false }
      let limit = limits[place]
      value *= limit.factor
      guard value >= limit.lowest, value <= limit.highest else { return false }
      row.values[place] = value
    }
    return true
  }
}
