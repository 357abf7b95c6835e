import KymoCapture
import KymoCommandLine
import KymoCore
import KymoFormats
import KymoRecording
import KymoText
import KymoTrials

/// The files of an import that are one part of the session.
struct ImportGroup {
  /// The kind of the files.
  enum Kind: String { case sensors, calls, capture }

  private enum Content {
    case sensors(FoundFiles)
    case calls(ImportFile)
    case capture(ImportFile)
  }

  private let content: Content
  /// The paths of sensors as they were given; the name of a log or a capture.
  let paths: [String]
  /// Statements on files that lie beside it, and are no part.
  private(set) var statements: [FileStatement] = []
  /// Remarks on them.
  private(set) var notes: [ImportNote] = []

  /// The kind of the files.
  var kind: Kind {
    switch content {
    case .sensors: .sensors
    case .calls: .calls
    case .capture: .capture
    }
  }

  /// The name for messages.
  var name: String { paths[0] + (paths.count > 1 ? " and \(paths.count - 1) more" : "") }

  /// The files of sensors; nil if it is a log or a capture.
  private var found: FoundFiles? {
    if case .sensors(let found) = content { found } else { nil }
  }

  /// Whether it is a log or a capture that nobody asked for by name.
  var isFound: Bool {
    switch content {
    case .sensors: false
    case .calls(let file), .capture(let file): !file.isExplicit
    }
  }

  /// The log or the capture, if that is all there is, and nothing was passed over.
  var onlyFile: ImportFile? {
    guard statements.isEmpty else { return nil }
    return switch content {
    case .sensors: nil
    case .calls(let file), .capture(let file): file
    }
  }

  /// The groups of an import's paths, in the order of their first.
  ///
  /// Each log of calls and each capture is a part, also one in a folder or an archive. All others are one; with
  /// `--align`, each folder and each archive is, and so are other files of one ending.
  ///
  /// - Throws: a failure of usage if there are too many; why a path cannot be read.
  static func groups(
    _ arguments: ParsedArguments,
    _ importer: SessionImporter
  ) throws(CommandFailure) -> [ImportGroup] {
    var groups: [ImportGroup] = []
    for paths in try paths(arguments) {
      do throws(ImportError) {
        groups += try Self.groups(paths, try importer.find(paths: paths), importer)
      } catch { throw SensorImport.failure(error) }
    }
    guard groups.count <= RecordingMerge.maximumCount else {
      throw .usage("import takes at most \(RecordingMerge.maximumCount) parts")
    }
    return groups
  }

  /// The parts that files are which were found together.
  ///
  /// What a page's recorder wrote is two, if it has both sensors and calls.
  private static func groups(
    _ paths: [String],
    _ found: FoundFiles,
    _ importer: SessionImporter
  ) throws(ImportError) -> [ImportGroup] {
    var groups: [ImportGroup] = []
    for file in found.setAside {
      let isCapture = SetAsideFiles.kind(of: file) == .capture
      guard !isCapture, PageRecorder.isHead(file.bytes) else {
        groups.append(ImportGroup(isCapture ? .capture(file) : .calls(file), [file.name]))
        continue
      }
      let has = try RecordedParts(file)
      if has.sensors {
        groups.append(ImportGroup(.sensors(importer.found(setAside: file)), [file.name]))
      }
      if has.calls || !has.sensors { groups.append(ImportGroup(.calls(file), [file.name])) }
    }
    if !found.isEmpty {
      groups.insert(ImportGroup(.sensors(found), paths), at: 0)
    } else if !groups.isEmpty {
      groups[0].statements = found.statements
      groups[0].notes = found.notes
    }
    return groups
  }

  private init(_ content: Content, _ paths: [String]) {
    self.content = content
    self.paths = paths
  }

  /// The paths that are looked at together.
  private static func paths(_ arguments: ParsedArguments) throws(CommandFailure) -> [[String]] {
    let isApart = arguments.isGiven("align")
    var groups: [[String]] = []
    var places: [String: Int] = [:]  // Looked up, never iterated.
    let paths = arguments.positionals("path")
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw .usage("standard input (-) can be read once")
    }
    if let twice = paths.enumerated().first(where: { paths[..<$0.offset].contains($0.element) }) {
      throw .usage("\(twice.element.printable) is given twice")
    }
    for path in paths {
      let key = isTraffic(path) ? nil : isApart ? part(of: path) : "sensors"
      if let key, let place = places[key] {
        groups[place].append(path)
        continue
      }
      if let key { places[key] = groups.count }
      groups.append([path])
    }
    return groups
  }

  /// Whether a file of the disk is a log of calls or a capture; of a pipe that is known when it is read.
  private static func isTraffic(_ path: String) -> Bool {
    let head = UnsafeTextFile.beginning(ofRegular: path, count: 1 << 18)
    return SetAsideFiles.kind(of: ImportFile(name: path, bytes: head, isWhole: false)) != nil
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
    let found = groups.compactMap(\.found)
    let names = ImportError.list(groups.flatMap(\.paths))
    for decision in ImportDecision.allCases {
      let isForCalls = decision == .timeUnit && kinds.contains(.calls)
      try arguments.check(
        [decision.rawValue],
        haveEffectIf: isForCalls || found.contains { $0.heeds.contains(decision) },
        "is for \(decision.users), and there are none among the files: \(names)"
      )
    }
    let tables = found.flatMap(\.tables)
    for own in try SensorImport.fileColumns(arguments) where !tables.contains(where: own.isOf) {
      throw .usage(
        "\(own.file) is none of the tables, which are \(ImportError.list(tables)); name one of these "
          + "before the colon"
      )
    }
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
  ///   - importer: reads those of sensors.
  ///   - arguments: the options.
  ///   - console: where the progress is shown.
  /// - Returns: their events, and what is to be said about them.
  /// - Throws: why they cannot be read.
  func open(
    _ importer: SessionImporter,
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ImportPart {
    var part =
      switch content {
      case .sensors(let found): try SensorImport.part(found, importer)
      case .calls(let file): try CallLogImport.part(file, arguments)
      case .capture(let file): try CaptureImport.part(file, arguments, &console)
      }
    part.files += statements
    part.notes += notes
    return part
  }
}
