import KymoRecording
import KymoText

extension TableReader {
  /// Further messages of a channel whose rows do not travel in events, in the order of the file; nil at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the rows.
  mutating func messages(
    _ table: SampleTable,
    log: inout ImportLog
  ) throws(ImportError) -> [MessageRow]? {
    let make: (PlainRow, Int) -> MessageRow = { _, _ in
      preconditionFailure("messages are not plain")
    }
    return try rows(&log, nil, make) { (reader, _) throws(ImportError) in
      if try reader.passesOver(table.times, table.fields.map(\.column)) { return nil }
      try reader.checkFieldCount()
      let timestamp = try reader.time(table.times)
      let elapsed = try reader.elapsed(table.times, timestamp: timestamp)
      let line = reader.reader.line
      guard table.form == .objects else {
        return MessageRow(
          timestamp: timestamp,
          elapsed: elapsed,
          line: line,
          numbers: try reader.numbers(table)
        )
      }
      let bytes = Array(try reader.object(table).utf8)
      return MessageRow(timestamp: timestamp, elapsed: elapsed, line: line, bytes: bytes)
    }
  }

  private mutating func numbers(_ table: SampleTable) throws(ImportError) -> [Double] {
    var numbers: [Double] = []
    for field in table.fields { numbers.append(try value(field, of: table)) }
    return numbers
  }

  /// One value of a table, in the unit of its channel.
  mutating func value(
    _ field: SampleTable.Field,
    of table: SampleTable
  ) throws(ImportError) -> Double {
    let value = try value(
      field.column,
      usual: field.usual,
      of: table.topic.dropFirst() + " " + field.name,
      factor: field.factor
    )
    guard field.isNonnegative, value < 0 else { return value }
    markers += 1
    return .nan
  }

  /// The JSON object of the current row, without the members that have no value.
  private mutating func object(_ table: SampleTable) throws(ImportError) -> String {
    var members: [JSONMember] = []
    for field in table.fields {
      guard let column = field.column else { continue }
      if case .missing = reader.number(column) { continue }
      switch field.kind {
      case .number:
        let number = try value(field, of: table)
        if number.isFinite { members.append(JSONMember(field.name, JSONText(number))) }
      case .text: members.append(JSONMember(field.name, JSONText(reader.text(column))))
      case .truth:
        let isTrue = reader.text(column).lowercased() == "true"
        members.append(JSONMember(field.name, JSONText(isTrue)))
      }
    }
    return JSONText.object(members).line
  }
}
