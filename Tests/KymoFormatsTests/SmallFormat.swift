import KymoCore
import KymoRecording

/// A small reader of NMEA 0183 beside the real one: proof that a format needs nothing but the protocol.
struct SmallFormat: ImportFormat {
  var name: String { "NMEA 0183" }
  var understood: String { "NMEA 0183 ($GPRMC,...)" }
  var extensions: [String] { ["nmea"] }

  static let badChecksum = RepairRule("bad-checksum", "Sentences with a wrong sum were left out.")

  func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    guard file.bytes.starts(with: Array("$GP".utf8)) else { return .unknown(found: nil) }
    return .known(.certain, .rows, reason: "it begins with $GP")
  }

  func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    var tables: [ImportTable] = []
    for file in files {
      var rows: [LocationRow] = []
      let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      for (index, line) in lines.enumerated() where line.contains("RMC,") {
        guard Self.hasRightSum(line) else {
          try log.repair(Self.badChecksum, file: file.name, line: index + 1)
          continue
        }
        rows.append(try Self.row(line, file: file.name, number: index + 1))
      }
      tables.append(ImportTable(file: file.name, rows: .locations(rows)))
    }
    let names = files.map(\.baseName).joined(separator: ", ")
    return ImportedTables(
      tables,
      description: SessionDescription(origin: "\(name): \(names)", clock: .unix)
    )
  }

  private static func hasRightSum(_ line: Substring) -> Bool {
    let parts = line.dropFirst().split(separator: "*")
    guard parts.count == 2, let sum = UInt8(parts[1].prefix(2), radix: 16) else { return false }
    return parts[0].utf8.reduce(0) { $0 ^ $1 } == sum
  }

  private static func row(
    _ line: Substring,
    file: String,
    number: Int
  ) throws(ImportError) -> LocationRow {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    // Time of day and date as hhmmss.sss and ddmmyy; here a day of 1970 is enough.
    guard fields.count > 9, let clock = Double(fields[1]), let date = Int64(fields[9]),
      let latitude = degrees(fields[3], fields[4]), let longitude = degrees(fields[5], fields[6])
    else { throw .malformedRow(file: file, line: number, what: "no fix in \(line.prefix(40))") }
    let whole = Int64(clock)
    let day = date / 10_000 - 1
    let seconds = day * 86_400 + whole / 10_000 * 3600 + whole / 100 % 100 * 60 + whole % 100
    let time = seconds * 1_000_000_000
    return LocationRow(
      timestamp: time,
      line: number,
      location: Location(
        latitude: latitude,
        longitude: longitude,
        altitude: .nan,
        horizontalAccuracy: .nan,
        verticalAccuracy: .nan,
        speed: (Float(fields[7]) ?? .nan) * 0.514444,
        course: Float(fields[8]) ?? .nan,
        fixTimestamp: time
      )
    )
  }

  /// From ddmm.mmmm and the hemisphere.
  private static func degrees(_ text: Substring, _ hemisphere: Substring) -> Double? {
    guard let value = Double(text) else { return nil }
    let whole = (value / 100).rounded(.down)
    return (whole + (value - whole * 100) / 60) * ("SW".contains(hemisphere) ? -1 : 1)
  }
}
