import KymoCore
import KymoRecording

/// Reads one file of GnssLogger.
struct GnssReader {
  /// The fixes by their providers, in the order in which they came.
  private(set) var fixes: [(provider: String, spool: RowSpool)] = []
  /// The rows of the sensors, by their lines; nil for those that are not there.
  private(set) var sensors: [RowSpool?] = GnssLine.allCases.map { _ in nil }
  /// Reads values, and counts what is wrong with them and with lines.
  private(set) var values = FixReader()
  /// The names of lines that are not read, and how many there are.
  private(set) var others: [(name: String, line: Int, count: Int)] = []
  /// The model of the phone, or empty.
  private(set) var device = ""

  private let file: String
  private var clock = GnssClock()
  private var columns = GnssLine.allCases.map { GnssColumns(usualOf: $0) }

  /// How many different names and providers are kept apart.
  private static let namesKept = 32

  /// Names the file.
  init(file: String) { self.file = file }

  /// Reads all lines.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read on, or when there is no room for the rows.
  mutating func read(_ lines: inout LineReader) throws(ImportError) {
    while try lines.next() {
      values.line = lines.line
      guard !lines.isCutOff else {
        values.tally.add(.cutOffRow, line: values.line)
        continue
      }
      try take(lines.bytes.span, lines.range)
    }
    if lines.tooLong.count > 0 {
      values.tally.add(.lineTooLong, line: lines.tooLong.line, count: lines.tooLong.count)
    }
  }

  private mutating func take(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) throws(ImportError) {
    guard range.contains(where: { bytes[$0] > UInt8(ascii: " ") }) else { return }
    guard bytes[range.lowerBound] != UInt8(ascii: "#") else { return readHeader(bytes, range) }
    let fields = CommaFields(bytes, range)
    guard let line = GnssLine(bytes, fields[0]) else { return count(bytes, fields[0]) }
    let places = columns[line.rawValue]
    guard
      let time = clock.time(
        line,
        utc: integer(bytes, places[.time].map { fields[$0] }, scale: 6),
        elapsed: integer(bytes, places[.elapsed].map { fields[$0] }, scale: 0)
      )
    else { return values.tally.add(.impossibleTime, line: values.line) }
    if line == .fix {
      try takeFix(bytes, fields, places, time)
    } else {
      try takeSensor(line, bytes, fields, places[.first] ?? 3, time)
    }
  }

  private func integer(_ bytes: Span<UInt8>, _ range: Range<Int>?, scale: Int) -> Int64? {
    guard let range, case .decimal(let decimal) = CSVNumber(span: bytes, range: range) else {
      return nil
    }
    return decimal.integer(scale: scale)
  }

  private mutating func takeFix(
    _ bytes: Span<UInt8>,
    _ fields: CommaFields,
    _ places: GnssColumns,
    _ time: Int64
  ) throws(ImportError) {
    func range(_ role: GnssColumns.Role) -> Range<Int> { places[role].map { fields[$0] } ?? 0..<0 }
    var location = Location(latitude: .nan, longitude: .nan, fixTimestamp: time)
    location.latitude = value(bytes, range(.latitude))
    location.longitude = value(bytes, range(.longitude))
    location.altitude = value(bytes, range(.altitude))
    location.speed = nonnegative(bytes, range(.speed))
    location.horizontalAccuracy = nonnegative(bytes, range(.accuracy))
    location.verticalAccuracy = nonnegative(bytes, range(.verticalAccuracy))
    if !range(.bearing).isEmpty { location.course = values.course(bytes, range(.bearing)) }
    guard values.admit(&location) else { return }
    let provider = Self.text(bytes, range(.provider)).lowercased()
    let place: Int
    if let known = fixes.firstIndex(where: { $0.provider == provider }) {
      place = known
    } else {
      guard fixes.count < Self.namesKept else { return count(bytes, fields[0]) }
      place = fixes.count
      fixes.append((provider, RowSpool(name: file)))
    }
    try fixes[place].spool.append(
      SpooledRow(timestamp: time, line: values.line, payload: Payload(location))
    )
  }

  private mutating func takeSensor(
    _ line: GnssLine,
    _ bytes: Span<UInt8>,
    _ fields: CommaFields,
    _ first: Int,
    _ time: Int64
  ) throws(ImportError) {
    var numbers: [Double] = []
    for place in first..<first + line.numberCount {
      let number = value(bytes, fields[place])
      guard number.isFinite else { return values.tally.add(.unreadableLine, line: values.line) }
      numbers.append(number)
    }
    // The channel has roll, pitch and yaw in rad; a line has yaw, roll and pitch in degrees.
    if line == .orientation {
      numbers = [numbers[1], numbers[2], numbers[0]].map { $0 * .pi / 180 }
    }
    let row = SampleRow(timestamp: time, line: values.line, numbers: numbers)
    let spool = sensors[line.rawValue] ?? RowSpool(name: file)
    sensors[line.rawValue] = spool
    try spool.append(SpooledRow(timestamp: time, line: row.line, payload: row.payload))
  }

  private mutating func value(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    range.isEmpty ? .nan : values.value(bytes, range)
  }

  private mutating func nonnegative(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Float {
    range.isEmpty ? .nan : values.nonnegative(bytes, range)
  }

  private mutating func count(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let name = Self.text(bytes, range)
    if let index = others.firstIndex(where: { $0.name == name }) {
      others[index].count += 1
    } else if others.count < Self.namesKept, !name.isEmpty {
      others.append((name, values.line, 1))
    } else {
      values.tally.add(.unreadableLine, line: values.line)
    }
  }

  /// Reads a comment: the names of columns, or the model of the phone.
  private mutating func readHeader(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let text = Self.text(bytes, range.lowerBound..<min(range.upperBound, range.lowerBound + 4096))
    if device.isEmpty, let model = text.firstRange(of: "Model: ") {
      device = String(text[model.upperBound...].prefix(80))
    }
    let names = text.drop { $0 == "#" || $0 == " " }
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let name = names.first,
      let line = GnssLine.allCases.first(where: { String(describing: $0.name) == name })
    else { return }
    columns[line.rawValue].read(names, of: line)
  }

  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var copy: [UInt8] = []
    for place in range.prefix(4096) where bytes[place] >= UInt8(ascii: " ") {
      copy.append(bytes[place])
    }
    return String(decoding: copy, as: UTF8.self)
  }
}
