/// Why an import gave nothing; the description is one line for the user.
public enum ImportError: Error, Equatable {
  /// The file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// No path was given, or a folder has no file that is understood; `found` are the names that are
  /// there.
  case nothingKnown(path: String, found: [String])
  /// The columns of the file are those of no format.
  case unknownHeader(file: String, found: [String])
  /// The columns fit several sensors, and the file's name does not say which one it is.
  case unknownSensor(file: String)
  /// All files are empty.
  case allEmpty(files: [String])
  /// A row cannot be read.
  case malformedRow(file: String, line: Int, what: String)
  /// Two files hold the same kind of data, and nothing says which one counts.
  case ambiguous(files: [String])
  /// The files are of formats whose times cannot be brought together.
  case mixedFormats(files: [String])
  /// A repair is necessary, and the options forbid it.
  case repairRefused(Repair)
}

extension ImportError: CustomStringConvertible {
  /// What is understood, for those who brought something else.
  static let understood =
    "phyphox CSV (Time (s), X (m/s^2), ... or Latitude (°), ...) and "
    + "Sensor Logger CSV (time, seconds_elapsed, z, y, x or latitude, longitude, ...)"

  /// One line that names the file, the line, and what is wrong.
  public var description: String {
    // Names and fields come from files, so anything may be in them.
    String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
  }

  private var text: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .nothingKnown(let path, let found):
      "\(path): no file that is understood; found \(Self.list(found)); "
        + "understood are \(Self.understood)"
    case .unknownHeader(let file, let found):
      "\(file):1: unknown columns \(Self.list(found)); understood are \(Self.understood)"
    case .unknownSensor(let file):
      "\(file): the columns fit several sensors and the name tells none; call it "
        + "Accelerometer.csv, TotalAcceleration.csv or AccelerometerUncalibrated.csv"
    case .allEmpty(let files): "\(Self.list(files)): no rows at all"
    case .malformedRow(let file, let line, let what): "\(file):\(line): \(what)"
    case .ambiguous(let files): "\(Self.list(files)): the same kind of data more than once"
    case .mixedFormats(let files):
      "\(Self.list(files)): formats whose times cannot be brought together"
    case .repairRefused(let repair):
      "\(repair.file):\(repair.line): refused to repair (\(repair.rule.rawValue)): "
        + repair.explanation
    }
  }

  /// At most twelve names; a long one loses its beginning, where paths are alike.
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "nothing" }
    let shown = names.prefix(12).map { name in
      name.count <= 60 ? name : "…" + String(name.suffix(59))
    }
    return shown.joined(separator: ", ")
      + (names.count > shown.count ? " and \(names.count - shown.count) more" : "")
  }
}
