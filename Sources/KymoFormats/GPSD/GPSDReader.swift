import KymoCore
import KymoRecording

/// Reads the reports of gpsd in one file.
struct GPSDReader {
  /// The fixes.
  let points: TrackCollector
  /// Reads values, and counts what is wrong with them and with lines.
  private(set) var fixes = FixReader()
  /// Which altitudes the fixes have; decided by the first that has one.
  private(set) var datum = SessionDescription.AltitudeDatum.unknown
  /// How many reports are of another receiver than the first, and the line of the first of them.
  private(set) var foreign = (count: 0, line: 0)
  /// Which keys had a value, in the order of ``GPSDWord``.
  private(set) var used = GPSDWord.allCases.map { _ in false }
  /// The classes of other reports.
  private(set) var unused: [String] = []

  private var device: [UInt8]?
  private var line = JSONLine()

  /// How many different classes are listed.
  private static let namesKept = 64

  /// Names the file, and how far reports without times are apart, in ns, if the user says so.
  init(file: String, interval: Int64?) {
    points = TrackCollector(file: file, interval: interval)
  }

  /// Reads all lines.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read on, or when there is no room for the fixes.
  mutating func read(_ lines: inout LineReader) throws(ImportError) {
    while try lines.next() {
      fixes.line = lines.line
      try take(lines.bytes.span, lines.range, isCutOff: lines.isCutOff)
    }
    if lines.tooLong.count > 0 {
      fixes.tally.add(.lineTooLong, line: lines.tooLong.line, count: lines.tooLong.count)
    }
  }

  private mutating func take(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    isCutOff: Bool
  ) throws(ImportError) {
    var start = range.lowerBound
    // Some loggers write the time of the log first.
    while start < range.upperBound, bytes[start] != UInt8(ascii: "{") { start += 1 }
    guard start < range.upperBound else {
      for place in range where bytes[place] > UInt8(ascii: " ") {
        return fixes.tally.add(.unreadableLine, line: fixes.line)
      }
      return
    }
    guard line.read(bytes, start..<range.upperBound) else {
      return fixes.tally.add(isCutOff ? .cutOffRow : .unreadableLine, line: fixes.line)
    }
    let report = GPSDReport(line, bytes)
    guard Self.isReport("TPV", bytes, report[.reportClass]) else {
      note(bytes, report[.reportClass])
      return
    }
    let device = Self.copy(bytes, report[.device])
    if self.device == nil { self.device = device }
    guard self.device == device else {
      if foreign.count == 0 { foreign.line = fixes.line }
      foreign.count += 1
      return
    }
    try take(report, bytes)
  }

  private mutating func take(
    _ report: GPSDReport,
    _ bytes: Span<UInt8>
  ) throws(ImportError) {
    let mode = report[.mode].isEmpty ? 0 : bytes[report[.mode].lowerBound] &- UInt8(ascii: "0")
    guard 2...3 ~= mode else { return fixes.tally.add(.noFix, line: fixes.line) }
    var point = TrackPoint(line: fixes.line)
    if report.isTimeText {
      point.time = fixes.time(bytes, report[.time])
    } else {
      point.time = fixes.unixTime(bytes, report[.time])
    }
    point.location.latitude = value(report, .latitude, bytes)
    point.location.longitude = value(report, .longitude, bytes)
    if mode == 3 { point.location.altitude = altitude(report, bytes) }
    point.location.speed = nonnegative(report, .speed, bytes)
    if !report[.track].isEmpty {
      point.location.course = fixes.course(bytes, report[.track])
    }
    let radius = nonnegative(report, .eph, bytes)
    let (east, north) = (nonnegative(report, .epx, bytes), nonnegative(report, .epy, bytes))
    point.location.horizontalAccuracy =
      radius.isNaN ? (east * east + north * north).squareRoot() : radius
    point.location.verticalAccuracy = nonnegative(report, .epv, bytes)
    for (index, word) in GPSDWord.allCases.enumerated() where !report[word].isEmpty {
      used[index] = true
    }
    guard fixes.admit(&point.location) else { return }
    try points.add(point)
  }

  private mutating func value(
    _ report: GPSDReport,
    _ word: GPSDWord,
    _ bytes: Span<UInt8>
  ) -> Double {
    report[word].isEmpty ? .nan : fixes.value(bytes, report[word])
  }

  private mutating func nonnegative(
    _ report: GPSDReport,
    _ word: GPSDWord,
    _ bytes: Span<UInt8>
  ) -> Float {
    report[word].isEmpty ? .nan : fixes.nonnegative(bytes, report[word])
  }

  /// The altitude above what the first of all tells; NaN if the report has another one.
  private mutating func altitude(_ report: GPSDReport, _ bytes: Span<UInt8>) -> Double {
    let ellipsoid = value(report, .altitudeHAE, bytes)
    var sea = value(report, .altitudeMSL, bytes)
    // Of releases before 3.20, which do not say what it is above.
    if sea.isNaN, ellipsoid.isNaN { sea = value(report, .altitude, bytes) }
    if datum == .unknown {
      if ellipsoid.isFinite { datum = .ellipsoid } else if sea.isFinite { datum = .meanSeaLevel }
    }
    let separation = value(report, .separation, bytes)
    if datum == .ellipsoid { return ellipsoid.isFinite ? ellipsoid : sea + separation }
    return sea.isFinite ? sea : ellipsoid - separation
  }

  private mutating func note(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty, range.count <= 32, unused.count < Self.namesKept else { return }
    let name = String(decoding: Self.copy(bytes, range), as: UTF8.self)
    if !unused.contains(name) { unused.append(name) }
  }

  /// Whether the class of a report is of that name.
  static func isReport(_ name: StaticString, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    return String(describing: name).utf8.elementsEqual(copy(bytes, range))
  }

  private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var copy: [UInt8] = []
    for place in range { copy.append(bytes[place]) }
    return copy
  }
}
