import KymoCore
import KymoRecording

/// Reads the rows of one sensor file into numbers; markers for "none" become NaN.
struct TableReader {
  /// The name of the file, for messages.
  let file: String
  private var reader: CSVReader
  private let columnNames: [String]
  private var markers = 0  // How many fields of the current row had no value.

  /// What some formats write where there is no value.
  private static let noneMarker = -9999.0

  /// From 1933 to 2116: differences, corrections and their sums stay within 64 bits.
  private static let timestampRange: ClosedRange<Int64> = -(1 << 60)...1 << 62
  /// 73 years before the start of a recording, since some rows are from 1970, and 36 after it.
  private static let elapsedRange: ClosedRange<Int64> = -(1 << 61)...1 << 60

  /// Reads on behind the header, the current row of `reader`.
  init(file: String, reader: CSVReader, header: CSVHeader) {
    self.file = file
    self.reader = reader
    self.columnNames = header.texts
  }

  /// All accelerations, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  mutating func accelerations(
    _ table: AccelerationTable,
    log: inout ImportLog
  ) throws(ImportError) -> [AccelerationRow] {
    try rows(&log) { (reader, _) throws(ImportError) in try reader.acceleration(table) }
  }

  /// All fixes that have a position, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  mutating func locations(
    _ table: LocationTable,
    log: inout ImportLog
  ) throws(ImportError) -> [LocationRow] {
    try rows(&log) { (reader, log) throws(ImportError) in
      let row = try reader.location(table)
      guard row.location.latitude.isFinite, row.location.longitude.isFinite else {
        try log.repair(.missingPosition, file: reader.file, line: reader.reader.line)
        return nil
      }
      return row
    }
  }

  /// All samples of another channel, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  mutating func samples(
    _ table: SampleTable,
    log: inout ImportLog
  ) throws(ImportError) -> [SampleRow] {
    try rows(&log) { (reader, _) throws(ImportError) in try reader.sample(table) }
  }

  /// The rows that `read` makes of the lines, without those of which it makes nothing.
  private mutating func rows<Row>(
    _ log: inout ImportLog,
    _ read: (inout TableReader, inout ImportLog) throws(ImportError) -> Row?
  ) throws(ImportError) -> [Row] {
    var rows: [Row] = []
    while try nextRow() {
      do throws(ImportError) {
        guard let row = try read(&self, &log) else { continue }
        rows.append(row)
      } catch {
        try forgiveIfCutOff(error, &log)
        continue
      }
      if markers > 0 {
        try log.repair(.invalidMarker, file: file, line: reader.line, count: markers)
      }
    }
    return rows
  }

  /// Goes to the next row; false at the end of the file.
  private mutating func nextRow() throws(ImportError) -> Bool {
    markers = 0
    do throws(CSVError) {
      return try reader.nextRow()
    } catch {
      throw ImportError(error, file: file)
    }
  }

  /// Leaves out a last row that ends in the middle; every other error stays one.
  private func forgiveIfCutOff(
    _ error: ImportError,
    _ log: inout ImportLog
  ) throws(ImportError) {
    guard case .malformedRow = error, reader.isCutOff else { throw error }
    try log.repair(.cutOffRow, file: file, line: reader.line)
  }

  private mutating func acceleration(
    _ table: AccelerationTable
  ) throws(ImportError) -> AccelerationRow {
    try checkFieldCount()
    let timestamp = try nanoseconds(table.times.time, scale: table.times.scale)
    return AccelerationRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      acceleration: Acceleration(
        x: try value(table.x),
        y: try value(table.y),
        z: try value(table.z)
      )
    )
  }

  private mutating func location(_ table: LocationTable) throws(ImportError) -> LocationRow {
    try checkFieldCount()
    let timestamp = try nanoseconds(table.times.time, scale: table.times.scale)
    return LocationRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      location: Location(
        latitude: try value(table.latitude),
        longitude: try value(table.longitude),
        altitude: try value(table.altitude),
        horizontalAccuracy: try nonnegative(table.horizontalAccuracy),
        verticalAccuracy: try nonnegative(table.verticalAccuracy),
        speed: try nonnegative(table.speed),
        course: try nonnegative(table.course),
        fixTimestamp: timestamp
      )
    )
  }

  private mutating func sample(_ table: SampleTable) throws(ImportError) -> SampleRow {
    try checkFieldCount()
    let timestamp = try nanoseconds(table.times.time, scale: table.times.scale)
    var payload = Payload()
    for (place, field) in table.fields.enumerated() {
      payload.setNumber(try value(field.column) * field.factor, at: place)
    }
    return SampleRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      payload: payload
    )
  }

  private func checkFieldCount() throws(ImportError) {
    guard reader.fieldCount != columnNames.count else { return }
    throw malformed("\(reader.fieldCount) fields instead of \(columnNames.count)")
  }

  /// A time in ns, without the detour over a binary fraction.
  private func nanoseconds(
    _ column: Int,
    scale: Int,
    in range: ClosedRange<Int64> = timestampRange
  ) throws(ImportError) -> Int64 {
    switch reader.number(column) {
    case .decimal(let decimal):
      guard let value = decimal.integer(scale: scale), range ~= value else {
        throw malformed("\(quoted(column)) is out of the range of a time")
      }
      return value
    case .missing: throw malformed("no time in column \(columnNames[column].prefix(40))")
    case .infinite, .malformed: throw malformed("\(quoted(column)) is not a time")
    }
  }

  private func elapsed(
    _ times: TimeColumns,
    timestamp: Int64
  ) throws(ImportError) -> Int64? {
    if times.isRelative { return timestamp }
    guard let column = times.elapsed else { return nil }
    return try nanoseconds(column, scale: 9, in: Self.elapsedRange)
  }

  private mutating func value(_ column: Int?) throws(ImportError) -> Double {
    guard let column else { return .nan }
    switch reader.number(column) {
    case .decimal(let decimal):
      let value = decimal.double ?? Double(reader.pointText(column)) ?? .nan
      guard value != Self.noneMarker else { break }
      return value
    case .infinite(let isNegative): return isNegative ? -.infinity : .infinity
    case .missing: break
    case .malformed: throw malformed("\(quoted(column)) is not a number")
    }
    markers += 1
    return .nan
  }

  /// A quantity that has no negative values: a negative one says that there is none.
  private mutating func nonnegative(_ column: Int?) throws(ImportError) -> Float {
    let value = try value(column)
    guard value < 0 else { return Float(value) }
    markers += 1
    return .nan
  }

  private func quoted(_ column: Int) -> String {
    "column \(columnNames[column].prefix(40)): \"\(reader.text(column).prefix(40))\""
  }

  private func malformed(_ what: String) -> ImportError {
    .malformedRow(file: file, line: reader.line, what: what)
  }
}
