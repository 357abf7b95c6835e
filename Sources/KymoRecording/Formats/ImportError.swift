/// Why an import gave nothing; the description is one line for the user.
public enum ImportError: Error, Equatable {
  /// The file or folder cannot be read.
  case unreadable(path: String, reason: String)
  /// No path was given, or a folder or archive has no file that is understood; `found` are the names
  /// that are there, `understood` what would be.
  case nothingKnown(path: String, found: [String], understood: String)
  /// No format knows the file; `found` is what is there instead.
  case unknownFile(file: String, found: String, understood: String)
  /// The file is a recording already, which is not imported.
  case recording(file: String)
  /// The columns fit several sensors, and the file's name does not say which one it is.
  case unknownSensor(file: String)
  /// All files are empty.
  case allEmpty(files: [String])
  /// A row cannot be read.
  case malformedRow(file: String, line: Int, what: String)
  /// The statement of a column of times cannot be, or contradicts the rest of the file; `remedy` is
  /// what the user can do.
  case clock(file: String, line: Int, what: String, remedy: String)
  /// The columns of a file are not what the user states; `remedy` is what the user can do.
  case columns(file: String, what: String, remedy: String)
  /// There were rows, and none is left; `reasons` says what became of them.
  case nothingLeft(files: [String], reasons: [String])
  /// An archive, or a file in it, cannot be unpacked; `remedy` is what the user can do.
  case archive(file: String, reason: String, remedy: String)
  /// Two files hold the same kind of data, a topic or a format's name, and nothing says which one counts.
  case ambiguous(files: [String], data: String)
  /// The files are of formats whose times cannot be brought together.
  case mixedFormats(files: [String])
  /// The files cannot be parts of one session; `reason` says why.
  case incompatible(files: [String], reason: String)
  /// The user wants it to end.
  case interrupted
  /// A repair is necessary, and the options forbid it.
  case repairRefused(Repair)
}

extension ImportError: CustomStringConvertible {
  /// One line that names the file, the line, and what is wrong.
  public var description: String {
    // Names and fields come from files, so anything may be in them.
    String(
      text.map { character in
        let scalars = character.unicodeScalars
        let isControl = scalars.contains { $0.properties.generalCategory == .control }
        return character.isNewline || isControl ? " " : character
      }
    )
  }

  private var text: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .nothingKnown(let path, let found, let understood):
      "\(path): no file of a known format; found \(Self.list(found)); known are \(understood)"
    case .unknownFile(let file, let found, let understood):
      "\(file):1: \(found); known are \(understood)"
    case .recording(let file): "\(file): it is a recording (MCAP) already, which needs no import"
    case .unknownSensor(let file):
      """
      \(file): the columns fit several sensors, and the name does not say which; rename it to \
      Accelerometer.csv, TotalAcceleration.csv or AccelerometerUncalibrated.csv, or say which column \
      is what with --columns
      """
    case .allEmpty(let files): "\(Self.list(files)): no rows at all"
    case .malformedRow(let file, let line, let what): "\(file):\(line): \(what)"
    case .clock(let file, let line, let what, let remedy): "\(file):\(line): \(what); \(remedy)"
    case .columns(let file, let what, let remedy): "\(file):1: \(what); \(remedy)"
    case .nothingLeft(let files, let reasons):
      "\(Self.list(files)): every row was left out: "
        + reasons.joined(separator: "; ")
    case .archive(let file, let reason, let remedy): "\(file): \(reason); \(remedy)"
    case .ambiguous(let files, let data):
      """
      \(Self.list(files)): the same kind of data more than once: \
      \(files.count == 2 ? "both" : "all") \(data.hasPrefix("/") ? "have" : "are of") \(data); leave out all but one, or import each by itself \
      and merge the recordings
      """
    case .mixedFormats(let files):
      """
      \(Self.list(files)): nothing says that their times count from one moment; --align start puts \
      their starts together, --align clock leaves times that do count from one moment as they are
      """
    case .incompatible(let files, let reason): "\(Self.list(files)): \(reason)"
    case .interrupted: "interrupted"
    case .repairRefused(let repair):
      "\(repair.file):\(repair.line): refused to "
        + (repair.rule.isDoubt ? "keep what is in doubt" : "repair")
        + " (\(repair.rule.rawValue)): "
        + repair.explanation
    }
  }

  /// At most twelve names; a long one loses its beginning, where paths are alike.
  public static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "nothing" }
    let shown = names.prefix(12).map { name in
      name.count <= 60 ? name : "…" + String(name.suffix(59))
    }
    return shown.joined(separator: ", ")
      + (names.count > shown.count ? " and \(names.count - shown.count) more" : "")
  }
}
