import KymoRecording
import KymoText

extension TableReader {
  /// The time of the current row in ns, from text.
  mutating func textTime(_ times: TimeColumns) throws(ImportError) -> Int64 {
    guard let moment = reader.isoTime(times.time), var value = moment.nanosecondsSinceEpoch else {
      if case .missing = reader.number(times.time) { _ = try decimal(times.time) }
      throw malformed("\(quoted(times.time)) is not \(times.unit.words)")
    }
    let isOfDay = times.origin == .midnight || times.date != nil
    guard isOfDay == (moment.date == nil), times.hasZone == (moment.zoneMinutes != nil) else {
      let what = isOfDay == (moment.date == nil) ? "zone" : "date"
      let isThere = what == "zone" ? moment.zoneMinutes != nil : moment.date != nil
      throw malformed(
        "\(quoted(times.time)) has \(isThere ? "a" : "no") \(what), and the rows before have "
          + (isThere ? "none" : "one")
      )
    }
    if isOfDay { value = try timeOfDay(value, times) }
    guard Self.timestampRange ~= value else { throw outOfRange(times.time) }
    return value
  }

  /// The time of a row by its time of day: of its date, or since the midnight before the first row.
  mutating func timeOfDay(
    _ value: Int64,
    _ times: TimeColumns
  ) throws(ImportError) -> Int64 {
    guard let column = times.date else { return midnights.time(value, line: reader.line) }
    guard let date = reader.date(column, times.dateOrder) else {
      throw malformed("\(quoted(column)) is not a date such as \(DateColumn.forms)")
    }
    return midnights.time(value, ofDay: date.daysSince1970, line: reader.line)
  }
}
