import KymoCapture
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoRecording
import KymoText
import KymoTrials

/// The paths of an import that are one part of the session.
struct ImportGroup {
  /// The content of the files.
  enum Kind: String { case sensors, calls, capture }

  /// The content of the files.
  let kind: Kind
  /// The paths; of calls, and of a capture, there is one.
  private(set) var paths: [String]

  /// The name for messages.
  var name: String { paths[0] + (paths.count > 1 ? " and \(paths.count - 1) more" : "") }

  /// The groups of an import's paths, in the order of their first.
  ///
  /// Each log of calls and each capture is a part. All others are one; with `--align`, each folder and each archive is,
  /// and so are other files of one ending.
  ///
  /// - Throws: a failure of usage if there are too many.
  static func groups(_ arguments: ParsedArguments) throws(CommandFailure) -> [ImportGroup] {
    let isApart = arguments.isGiven("align")
    var groups: [ImportGroup] = []
    var places: [String: Int] = [:]  // Looked up, never iterated.
    let paths = arguments.positionals("path")
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw .usage("standard input (-) can be read once")
    }
    if let twice = paths.enumerated().first(where: { paths[..<$0.offset].contains($0.element) }) {
      throw .usage("\(twice.element.printable) is given twice")
    }
    for path in paths {
      let kind = kind(of: path)
      let key = kind == .sensors ? isApart ? part(of: path) : "sensors" : nil
      if let key, let place = places[key] {
        groups[place].paths.append(path)
        continue
      }
      if let key { places[key] = groups.count }
      groups.append(ImportGroup(kind: kind, paths: [path]))
    }
    guard groups.count <= RecordingMerge.maximumCount else {
      throw .usage("import takes at most \(RecordingMerge.maximumCount) parts")
    }
    return groups
  }

  private static func kind(of path: String) -> Kind {
    if CaptureFile.magic(of: path) != nil { return .capture }
    return CallLogImport.isLog(path) ? .calls : .sensors
  }

  /// The key of what a path is a part of: itself if it holds files, else its ending.
  private static func part(of path: String) -> String {
    if UnsafeFolder.isFolder(path) || SessionImporter.isArchive(path) { return "/\(path)" }
    let name = path.fileName
    return name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
  }

  /// Refuses options that no part has a use for.
  static func check(
    _ arguments: ParsedArguments,
    _ groups: [ImportGroup]
  ) throws(CommandFailure) {
    let kinds = groups.map(\.kind)
    try arguments.check(
      ["platform", "units", "every", "columns", "time-column"],
      haveEffectIf: kinds.contains(.sensors),
      "is for the exports of phone apps"
    )
    try arguments.check(
      ["time-unit"],
      haveEffectIf: kinds.contains { $0 != .capture },
      "is for other files, not for captures"
    )
    try arguments.check(
      ["command"],
      haveEffectIf: kinds.contains(.capture),
      "is for captures of packets"
    )
    try arguments.check(
      ["mode"],
      haveEffectIf: kinds.contains { $0 != .sensors },
      "is for captures of packets, or logs of calls"
    )
  }

  /// Reads the files as far as it has to be known what is in them.
  ///
  /// - Parameters:
  ///   - arguments: the options.
  ///   - hasCalls: whether there is a log of calls, so that the unit of times is for that.
  ///   - interrupt: whether the user wants it to end.
  /// - Returns: their events, and what is to be said about them.
  /// - Throws: why they cannot be read.
  func open(
    _ arguments: ParsedArguments,
    _ hasCalls: Bool,
    _ interrupt: Interrupt
  ) throws(CommandFailure) -> ImportPart {
    switch kind {
    case .sensors: try SensorImport.part(paths, arguments, hasCalls: hasCalls, interrupt)
    case .calls: try CallLogImport.part(paths[0], arguments, interrupt)
    case .capture: try CaptureImport.part(paths[0], arguments, interrupt)
    }
  }
}
