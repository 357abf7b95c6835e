import KymoCore
import KymoFormats
import KymoRecording

/// Small files, written for the tests, and short ways to import them.
enum Fixture {
  /// A file made of text.
  static func file(_ name: String, _ text: String, isExplicit: Bool = true) -> ImportFile {
    ImportFile(name: name, bytes: Array(text.utf8), isExplicit: isExplicit)
  }

  /// A Sensor Logger file of three axes: rows of time in ms since the start, and x, y, z.
  static func axes(_ name: String, _ rows: [(Int, Double, Double, Double)]) -> ImportFile {
    var text = "time,seconds_elapsed,z,y,x\n"
    for (time, x, y, z) in rows {
      text += "\(start + Int64(time) * 1_000_000),\(Double(time) / 1000),\(z),\(y),\(x)\n"
    }
    return file(name, text)
  }

  /// A Sensor Logger `Location.csv`: rows of time in ms since the start, latitude and longitude.
  static func fixes(_ rows: [(Int, Double, Double)]) -> ImportFile {
    var text = "time,seconds_elapsed,horizontalAccuracy,longitude,latitude\n"
    for (time, latitude, longitude) in rows {
      text +=
        "\(start + Int64(time) * 1_000_000),\(Double(time) / 1000),5,\(longitude),\(latitude)\n"
    }
    return file("Location.csv", text)
  }

  /// When the recordings of the fixtures start, in ns since 1970; not a multiple of what a Double
  /// resolves.
  static let start: Int64 = 1_699_734_109_763_076_401

  /// The formats that the tool knows.
  static let formats: [any ImportFormat] = [CSVFormat()]

  /// What the message about an unknown file says of them.
  static let understood =
    "SensorLog CSV (loggingTime, accelerometerTimestamp_sinceReboot, ...) and "
    + "phyphox CSV (Time (s), X (m/s^2), ... or Latitude (°), ...) and "
    + "Sensor Logger CSV (time, seconds_elapsed, z, y, x or latitude, longitude, ...) and "
    + "any CSV with --columns"

  /// Imports files or folders of the disk.
  static func session(paths: String...) throws(ImportError) -> ImportedSession {
    try SessionImporter(formats: formats).import(paths: paths)
  }

  /// Imports files that need to be sound.
  static func session(
    _ files: ImportFile...,
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try session(files, options: options)
  }

  /// Imports files that need to be sound.
  static func session(
    _ files: [ImportFile],
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try SessionImporter(formats: formats, options: options).importFiles(files)
  }
}

extension ImportedSession {
  /// The accelerations, in order.
  var accelerations: [Acceleration] {
    events.filter { $0.kind == .acceleration }.map(\.payload.acceleration)
  }

  /// The fixes, in order.
  var locations: [Location] {
    events.filter { $0.kind == .location }.map(\.payload.location)
  }

  /// The rules of the repairs, in order.
  var rules: [RepairRule] { repairs.map(\.rule) }
}
