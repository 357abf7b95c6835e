import KymoRecording

/// The types of columns, by the values in the first rows of a file.
struct ColumnKinds {
  /// How many rows were looked at.
  private(set) var rowCount = 0
  // Looked up, never iterated.
  private var counts: [Int: (numbers: Int, texts: Int, truths: Int)] = [:]

  /// Reads the rows behind the current one of `reader`: as many as a clock is decided by, or all until each column
  /// had a value.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the rows that are read.
  init(_ reader: CSVReader, _ columns: [Int], all: Bool = false) {
    var reader = reader
    while rowCount < ClockSample.rowCount || all && counts.count < columns.count,
      (try? reader.nextRow()) == true
    {
      rowCount += 1
      for column in columns where column < reader.fieldCount {
        var count = counts[column] ?? (0, 0, 0)
        switch reader.number(column) {
        case .decimal(let decimal) where decimal.double == PlainColumns.noneMarker: continue
        case .decimal, .infinite: count.numbers += 1
        case .missing: continue
        case .malformed:
          let isTruth = ["true", "false"].contains(reader.text(column).lowercased())
          if isTruth { count.truths += 1 } else { count.texts += 1 }
        }
        counts[column] = count
      }
    }
  }

  /// The type of a column; nil if it has no values.
  func kind(of column: Int) -> SampleTable.Field.Kind? {
    guard let count = counts[column] else { return nil }
    if count.texts > 0 || count.truths > 0 && count.numbers > 0 { return .text }
    return count.truths > 0 ? .truth : .number
  }
}

extension SampleTable {
  /// The table with the types of its columns, without those that have no values; nil if none is left.
  func decided(by kinds: ColumnKinds) -> SampleTable? {
    guard form == .undecided else { return self }
    var table = self
    table.fields = fields.compactMap { field in
      guard let kind = field.column.flatMap({ kinds.kind(of: $0) }) else { return nil }
      var field = field
      field.kind = kind
      return field
    }
    guard !table.fields.isEmpty else { return nil }
    table.form = table.fields.allSatisfy { $0.kind == .number } ? .numbers : .objects
    return table
  }
}
