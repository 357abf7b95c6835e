import KymoCore
import KymoRecording

/// Reads the rows of one sensor file into numbers; markers for "none" become NaN.
struct TableReader {
  /// The name of the file, for messages.
  let file: String
  /// Whether rows that are plain are read eight characters at a time, which changes nothing else.
  var readsPlainRows = true
  private(set) var reader: CSVReader
  let columnNames: [String]
  private var rowCount = 0
  private var isAtEnd = false
  var markers = 0  // How many fields of the current row had no value.
  private var impossible = 0  // How many fields of the current row had a value that cannot be.
  /// The fields that say whether a row says anything new, as the last one that did has them.
  var lastSaid: [UInt8] = []
  /// How many rows said nothing new, and the line of the first.
  var repeats = (count: 0, line: 0)
  private var unlikely: [Unlikely] = []  // What hardly can be, by what it is.
  var midnights = MidnightCounter()
  private var bad = BadRows()

  /// Values that hardly can be.
  private struct Unlikely {
    var what: String
    var line: Int
    var count: Int
  }

  /// The number that some formats write where there is no value.
  private static let noneMarker = PlainColumns.noneMarker

  /// 40 g and more is beyond all phones, whatever the unit.
  private static let usualAcceleration = -400.0...400.0
  /// From the deepest mine to what rockets reach, in m.
  private static let usualAltitude = -12_000.0...100_000.0
  /// The speeds that aircraft reach, in m/s.
  private static let usualSpeed = -1.0...1000.0

  /// 2000 to 2100, in ns since 1970.
  private static let century: ClosedRange<Int64> =
    946_684_800_000_000_000...4_102_444_800_000_000_000
  /// From 1933 to 2116: differences, corrections and their sums stay within 64 bits.
  static let timestampRange: ClosedRange<Int64> = -(1 << 60)...1 << 62
  private static let elapsedRange = PlainColumns.elapsedRange

  /// Reads on behind the header, the current row of `reader`.
  init(file: String, reader: CSVReader, header: CSVHeader) {
    self.file = file
    self.reader = reader
    self.columnNames = header.texts
  }

  /// Further accelerations, in the order of the file; nil at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the rows.
  mutating func accelerations(
    _ table: AccelerationTable,
    log: inout ImportLog
  ) throws(ImportError) -> [AccelerationRow]? {
    let plain = plainColumns(
      table.times,
      [table.x, table.y, table.z].map {
        PlainColumns.Value(column: $0, usual: Self.usualAcceleration)
      }
    )
    return try rows(&log, plain, AccelerationRow.init) { (reader, log) throws(ImportError) in
      if try reader.passesOver(table.times, [table.x, table.y, table.z]) { return nil }
      let row = try reader.acceleration(table)
      let value = row.acceleration
      if table.isCombined, value.x.isNaN, value.y.isNaN, value.z.isNaN {
        try log.repair(.missingSample, file: reader.file, line: reader.reader.line)
        return nil
      }
      return row
    }
  }

  /// Further fixes that have a position, in the order of the file; nil at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the rows.
  mutating func locations(
    _ table: LocationTable,
    log: inout ImportLog
  ) throws(ImportError) -> [LocationRow]? {
    let make: (PlainRow, Int) -> LocationRow = { _, _ in preconditionFailure("fixes are not plain")
    }
    return try rows(&log, nil, make) { (reader, log) throws(ImportError) in
      if try reader.passesOver(table.times, [table.latitude, table.longitude]) { return nil }
      var row = try reader.location(table)
      guard row.location.latitude.isFinite, row.location.longitude.isFinite else {
        try log.repair(.missingPosition, file: reader.file, line: reader.reader.line)
        return nil
      }
      guard abs(row.location.latitude) <= 90, abs(row.location.longitude) <= 360 else {
        try log.repair(.impossiblePosition, file: reader.file, line: reader.reader.line)
        return nil
      }
      if abs(row.location.longitude) > 180 {
        try log.repair(.longitudeWrapped, file: reader.file, line: reader.reader.line)
        row.location.longitude -= row.location.longitude > 0 ? 360 : -360
      }
      return row
    }
  }

  /// Further samples of another channel, in the order of the file; nil at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the rows.
  mutating func samples(
    _ table: SampleTable,
    log: inout ImportLog
  ) throws(ImportError) -> [SampleRow]? {
    let plain = plainColumns(
      table.times,
      table.fields.map {
        PlainColumns.Value(column: $0.column, factor: $0.factor, usual: $0.plainRange)
      }
    )
    let count = table.fields.count
    return try rows(&log, plain) {
      SampleRow($0, line: $1, count: count)
    } read: { (reader, _) throws(ImportError) in
      try reader.passesOver(table.times, table.fields.map(\.column)) ? nil : reader.sample(table)
    }
  }

  /// How plain rows of a table are read; nil if that is not possible.
  private func plainColumns(
    _ times: TimeColumns,
    _ values: [PlainColumns.Value]
  ) -> PlainColumns? {
    let allowed = times.isChecked ? Self.century : Self.timestampRange
    return PlainColumns(times, values, count: columnNames.count, allowed: allowed)
  }

  /// How many lines are read at a time.
  private static let blockRows = 4096

  /// The rows that `make` makes of the next lines that are plain, and `read` of others, without those of which it
  /// makes nothing; nil at the end of the file.
  @inline(__always)
  mutating func rows<Row>(
    _ log: inout ImportLog,
    _ plain: PlainColumns?,
    _ make: (PlainRow, Int) -> Row,
    read: (inout TableReader, inout ImportLog) throws(ImportError) -> Row?
  ) throws(ImportError) -> [Row]? {
    guard !isAtEnd else { return nil }
    var rows: [Row] = []
    rows.reserveCapacity(Self.blockRows)
    var lineCount = 0
    bad.begin(file, log)
    while lineCount < Self.blockRows {
      if readsPlainRows, let plain {
        let before = rows.count
        reader.appendPlainRows(plain, limit: Self.blockRows - lineCount, to: &rows, make)
        lineCount += rows.count - before
        rowCount += rows.count - before
        bad.readableCount += rows.count - before
        if lineCount == Self.blockRows { break }
      }
      lineCount += 1
      guard try nextRow(&log) else {
        isAtEnd = true
        try bad.checkAny(of: file)
        conclude(&log)
        return rows
      }
      do throws(ImportError) {
        let row = try read(&self, &log)
        bad.readableCount += 1
        guard let row else { continue }
        rows.append(row)
      } catch {
        try leaveOut(error, isOfFile: reader.fieldCount != columnNames.count, &log)
        continue
      }
      if markers > 0 {
        try log.repair(.invalidMarker, file: file, line: reader.line, count: markers)
      }
      if impossible > 0 {
        try log.repair(.impossibleValue, file: file, line: reader.line, count: impossible)
      }
    }
    return rows
  }

  /// Says what is to be said about the whole file.
  private func conclude(_ log: inout ImportLog) {
    log.count(rows: rowCount, file: file)
    if let line = midnights.firstLine {
      let text = "The time of day passes midnight; what follows is of the next day."
      log.note(.clock, file: file, line: line, count: max(1, midnights.days), text)
    }
    if repeats.count > 0 {
      let text = "\(repeats.count) rows say the same as those before once more; they were left out."
      log.note(.conversion, file: file, line: repeats.line, count: repeats.count, text)
    }
    for one in unlikely {
      log.note(
        .outOfRange,
        file: file,
        line: one.line,
        count: one.count,
        "\(one.count) values hardly can be: \(one.what). They were kept."
      )
    }
  }

  /// Goes to the next row that is one; false at the end of the file.
  private mutating func nextRow(_ log: inout ImportLog) throws(ImportError) -> Bool {
    while true {
      markers = 0
      impossible = 0
      do throws(CSVError) {
        guard try reader.nextRow() else { return false }
        rowCount += 1
        return true
      } catch {
        // What cannot be read any more, or is stopped, is no row.
        if case .source(let failure) = error { throw failure }
        rowCount += 1
        try leaveOut(ImportError(error, file: file), isOfFile: true, &log)
      }
    }
  }

  /// Leaves out the first line of the current row, and reads on behind it; other errors stay what they are.
  private mutating func leaveOut(
    _ error: ImportError,
    isOfFile: Bool,
    _ log: inout ImportLog
  ) throws(ImportError) {
    let hasEnd: Bool
    do throws(CSVError) { hasEnd = try reader.skipLine() } catch {
      throw ImportError(error, file: file)
    }
    try bad.leaveOut(error, isOfFile: isOfFile, isCutOff: !hasEnd, &log)
  }

  private mutating func acceleration(
    _ table: AccelerationTable
  ) throws(ImportError) -> AccelerationRow {
    try checkFieldCount()
    let timestamp = try time(table.times)
    return AccelerationRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      acceleration: Acceleration(
        x: try value(table.x, usual: Self.usualAcceleration, of: "accelerations"),
        y: try value(table.y, usual: Self.usualAcceleration, of: "accelerations"),
        z: try value(table.z, usual: Self.usualAcceleration, of: "accelerations")
      )
    )
  }

  private mutating func location(_ table: LocationTable) throws(ImportError) -> LocationRow {
    try checkFieldCount()
    let timestamp = try time(table.times)
    return LocationRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      location: Location(
        latitude: try value(table.latitude),
        longitude: try value(table.longitude),
        altitude: try value(
          table.altitude,
          usual: Self.usualAltitude,
          of: "altitudes in m",
          factor: table.factors.altitude
        ),
        horizontalAccuracy: try nonnegative(
          table.horizontalAccuracy,
          factor: table.factors.horizontalAccuracy
        ),
        verticalAccuracy: try nonnegative(
          table.verticalAccuracy,
          factor: table.factors.verticalAccuracy
        ),
        speed: try nonnegative(
          table.speed,
          usual: Self.usualSpeed,
          of: "speeds in m/s",
          factor: table.factors.speed
        ),
        course: try course(table.course, factor: table.factors.course),
        fixTimestamp: timestamp
      )
    )
  }

  private mutating func sample(_ table: SampleTable) throws(ImportError) -> SampleRow {
    try checkFieldCount()
    let timestamp = try time(table.times)
    var payload = Payload()
    for (place, field) in table.fields.enumerated() {
      payload.setNumber(try value(field, of: table), at: place)
    }
    return SampleRow(
      timestamp: timestamp,
      elapsed: try elapsed(table.times, timestamp: timestamp),
      line: reader.line,
      payload: payload
    )
  }

  func checkFieldCount() throws(ImportError) {
    guard reader.fieldCount != columnNames.count else { return }
    throw malformed("\(reader.fieldCount) fields instead of \(columnNames.count)")
  }

  /// The time of the current row in ns, without the detour over a binary fraction.
  mutating func time(_ times: TimeColumns) throws(ImportError) -> Int64 {
    if times.unit == .iso8601 { return try textTime(times) }
    let decimal = try decimal(times.time)
    guard var value = times.unit.nanoseconds(decimal) else {
      throw times.unit.scale == nil
        ? malformed("\(quoted(times.time)) is not \(times.unit.words)") : outOfRange(times.time)
    }
    if times.isChecked, !(Self.century ~= value), let other = Self.otherUnit(decimal, times.unit) {
      throw .clock(
        file: file,
        line: reader.line,
        what: "\(quoted(times.time)) is \(other.words) by its magnitude, and other rows are "
          + times.unit.words,
        remedy: "bring the column to one unit, or say which it is with --time-unit"
      )
    }
    if times.unit.isTimeOfDay { value = try timeOfDay(value, times) }
    guard Self.timestampRange ~= value, Self.timestampRange ~= value &+ times.offset else {
      throw outOfRange(times.time)
    }
    return value + times.offset
  }

  /// The unit by which a time would be of this century after all; nil if there is none.
  private static func otherUnit(_ decimal: Decimal64, _ unit: TimeUnit) -> TimeUnit? {
    TimeUnit.allCases.first { other in
      guard other != unit, !other.isTimeOfDay, let time = other.nanoseconds(decimal) else {
        return false
      }
      return century ~= time
    }
  }

  func elapsed(
    _ times: TimeColumns,
    timestamp: Int64
  ) throws(ImportError) -> Int64? {
    if let column = times.elapsed, column != times.time {
      guard let value = try decimal(column).integer(scale: 9), Self.elapsedRange ~= value else {
        throw outOfRange(column)
      }
      return value
    }
    return times.origin == .start ? timestamp : nil
  }

  func decimal(_ column: Int) throws(ImportError) -> Decimal64 {
    switch reader.number(column) {
    case .decimal(let decimal): return decimal
    case .missing: throw malformed("no time in column \(columnNames[column].prefix(40))")
    case .infinite, .malformed: throw malformed("\(quoted(column)) is not a time")
    }
  }

  func outOfRange(_ column: Int) -> ImportError {
    malformed("\(quoted(column)) is out of the range of a time")
  }

  private mutating func value(_ column: Int?) throws(ImportError) -> Double {
    guard let column else { return .nan }
    switch reader.number(column) {
    case .decimal(let decimal):
      let value = decimal.double ?? Double(reader.pointText(column)) ?? .nan
      guard value != Self.noneMarker else { break }
      guard value.isFinite else {
        impossible += 1
        return .nan
      }
      return value
    case .infinite:
      impossible += 1
      return .nan
    case .missing: break
    case .malformed: throw malformed("\(quoted(column)) is not a number")
    }
    markers += 1
    return .nan
  }

  /// A value that is counted if it is not within what it usually is.
  mutating func value(
    _ column: Int?,
    usual: ClosedRange<Double>?,
    of quantity: String,
    factor: Double = 1
  ) throws(ImportError) -> Double {
    let value = try value(column) * factor
    guard let usual, !value.isNaN, !(usual ~= value) else { return value }
    let what = "\(quantity) beyond \(usual.lowerBound) to \(usual.upperBound)"
    if let index = unlikely.firstIndex(where: { $0.what == what }) {
      unlikely[index].count += 1
    } else {
      unlikely.append(Unlikely(what: what, line: reader.line, count: 1))
    }
    return value
  }

  /// A quantity that has no negative values: a negative one says that there is none.
  private mutating func nonnegative(
    _ column: Int?,
    usual: ClosedRange<Double>? = nil,
    of quantity: String = "",
    factor: Double = 1
  ) throws(ImportError) -> Float {
    let value = try value(column, usual: usual, of: quantity, factor: factor)
    guard value < 0 else { return Float(value) }
    markers += 1
    return .nan
  }

  /// A direction: what is beyond a full turn is none.
  private mutating func course(_ column: Int?, factor: Double) throws(ImportError) -> Float {
    let value = try nonnegative(column, factor: factor)
    guard value > 360 else { return value }
    impossible += 1
    return .nan
  }

  func quoted(_ column: Int) -> String {
    "column \(columnNames[column].prefix(40)): \"\(reader.text(column).prefix(40))\""
  }

  func malformed(_ what: String) -> ImportError {
    .malformedRow(file: file, line: reader.line, what: what)
  }
}
