import KymoRecording

/// The formats that are read through gpsbabel, by their extensions.
enum GPSBabelKind: String, CaseIterable {
  case fit, tcx, igc, plt, gdb

  /// The name for people.
  var name: String {
    switch self {
    case .fit: "FIT"
    case .tcx: "TCX"
    case .igc: "IGC"
    case .plt: "OziExplorer"
    case .gdb: "MapSource"
    }
  }

  /// The name that gpsbabel has for it.
  var option: String {
    switch self {
    case .fit: "garmin_fit"
    case .tcx: "gtrnctr"
    case .igc: "igc"
    case .plt: "ozi"
    case .gdb: "gdb"
    }
  }

  /// Tells from the first bytes of a file; nil if it is none of them.
  init?(_ file: ImportFile) {
    let bytes = file.bytes
    if bytes.count >= 12, bytes[8..<12].elementsEqual(".FIT".utf8) {
      self = .fit
    } else if bytes.starts(with: "MsRcf".utf8) {
      self = .gdb
    } else if bytes.starts(with: "OziExplorer Track Point File".utf8) {
      self = .plt
    } else if Self.isIGC(bytes) {
      self = .igc
    } else if bytes.first == UInt8(ascii: "<") || bytes.starts(with: [0xEF, 0xBB, 0xBF]),
      XMLHead.root(file) == "TrainingCenterDatabase"
    {
      self = .tcx
    } else {
      return nil
    }
  }

  /// Whether the first line is the name of a recorder, and one of the next the date of a flight.
  private static func isIGC(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "A") else { return false }
    let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n"))
    return lines.dropFirst().prefix(40).contains { $0.starts(with: "HFDTE".utf8) }
  }
}
