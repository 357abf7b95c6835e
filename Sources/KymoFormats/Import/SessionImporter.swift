import KymoCore
public import KymoRecording

/// Makes a session out of the files that phone apps export.
///
/// The formats say what is in the files; bringing rows into the order of time, and leaving out what
/// does not belong to the recording, is the same for all of them. Whatever is broken in the files is
/// repaired and listed, so that a recording never differs silently from what the phone wrote.
public struct SessionImporter: Sendable {
  /// The formats that are understood, in the order of preference.
  public var formats: [any ImportFormat]
  /// The user's decisions.
  public var options: ImportOptions
  /// The channels that a session may have.
  public var channels: ChannelTable
  /// How much is unpacked from an archive.
  public var limits: ArchiveLimits
  /// The files that are left to the caller: see ``find(paths:)``; nil if none are.
  public var setAside: SetAsideFiles?
  /// Whether the user wants the import to end; asked many times a second.
  public var shouldStop: @Sendable () -> Bool = { false }
  /// Told of each block of the files that was read, in bytes; those of archives as they are unpacked, and all as often as
  /// they are read.
  public var didRead: @Sendable (Int) -> Void = { _ in }

  /// Takes the formats, and what the user decides.
  public init(
    formats: [any ImportFormat],
    options: ImportOptions = ImportOptions(),
    channels: ChannelTable = .standard,
    limits: ArchiveLimits = ArchiveLimits()
  ) {
    self.formats = formats
    self.options = options
    self.channels = channels
    self.limits = limits
  }

  /// Whether a path is of an archive, by its name.
  public static func isArchive(_ path: String) -> Bool { ArchiveKind(name: path) != nil }

  /// Imports the files at `paths`, or those in the folders and archives at `paths`, with all events in
  /// memory.
  ///
  /// - Throws: `ImportError`; see ``open(paths:)``.
  /// - Complexity: as ``open(paths:)``.
  public func `import`(paths: [String]) throws(ImportError) -> ImportedSession {
    try ImportedSession(open(paths: paths))
  }

  /// Imports files that are in memory.
  ///
  /// - Throws: `ImportError`; see ``open(paths:)``.
  public func importFiles(_ files: [ImportFile]) throws(ImportError) -> ImportedSession {
    var log = ImportLog(isStrict: options.isStrict)
    return try ImportedSession(events(of: files, registry, &log))
  }

  /// Reads the files at `paths`, or those in the folders and archives at `paths`, once, and gives what
  /// is in them to be read as events.
  ///
  /// A path may be of a pipe, `-` is standard input. Archives are zip, tar and tar compressed with gzip;
  /// they are read in place, nothing is written to disk. What is needed of a pipe is kept in a file
  /// without a name in the folder for temporary files.
  ///
  /// - Throws: `ImportError` when a file is unreadable, of unknown format or malformed, when its times
  ///   contradict themselves, when an archive is damaged or larger than ``limits``, in strict mode
  ///   when a repair is necessary, and when ``shouldStop`` says so.
  /// - Complexity: O(*n*), where *n* is the number of rows; O(*n* log *n*) if they are not in the
  ///   order of time. Memory does not depend on the number of rows that are in the order of time.
  public func open(paths: [String]) throws(ImportError) -> ImportedEvents {
    try open(find(paths: paths))
  }

  /// Finds the files at `paths`, and those in the folders and archives at `paths`, and reads the beginning of each.
  ///
  /// - Returns: the files; those that are ``setAside`` apart.
  /// - Throws: `ImportError` when one cannot be read, when there is none that is known by its name, and when an archive is
  ///   damaged or larger than ``limits``.
  /// - Complexity: O(*n*), where *n* is the length of the archives.
  public func find(paths: [String]) throws(ImportError) -> FoundFiles {
    var log = ImportLog(isStrict: options.isStrict)
    let loader = ImportFileLoader(
      registry: registry,
      limits: limits,
      watch: ImportWatch(shouldStop: shouldStop, didRead: didRead)
    )
    let all = try loader.load(paths, &log)
    let aside = all.filter(\.isSetAside)
    var files = all.filter { !$0.isSetAside }
    if !aside.isEmpty, registry.passesOver(files, &log) { files = [] }
    let formats = files.map { (name: $0.name, heeds: registry.heeds(of: $0)) }
    return FoundFiles(
      files: files,
      setAside: aside,
      log: log,
      heeds: formats.reduce(into: []) { $0.formUnion($1.heeds) },
      tables: formats.filter { $0.heeds.contains(.columns) }.map(\.name)
    )
  }

  /// Takes a file that is set aside, and that a format has a use for, too.
  ///
  /// - Parameter file: the file, as ``find(paths:)`` has it.
  /// - Returns: the file alone, for the formats.
  public func found(setAside file: ImportFile) -> FoundFiles {
    var file = file
    file.isSetAside = false
    return FoundFiles(
      files: [file],
      setAside: [],
      log: ImportLog(isStrict: options.isStrict),
      heeds: registry.heeds(of: file),
      tables: []
    )
  }

  /// Reads files that were found once, but for those that are set aside: see ``open(paths:)``.
  ///
  /// - Throws: `ImportError`; see ``open(paths:)``.
  /// - Complexity: as ``open(paths:)``.
  public func open(_ found: FoundFiles) throws(ImportError) -> ImportedEvents {
    var log = found.log
    return try events(of: found.files, registry, &log)
  }

  private var registry: FormatRegistry {
    FormatRegistry(formats: formats, options: options, aside: setAside)
  }

  func events(
    of files: [ImportFile],
    _ registry: FormatRegistry,
    _ log: inout ImportLog
  ) throws(ImportError) -> ImportedEvents {
    var imported = ImportedChannels(channels)
    var found: [SurveyedStream] = []
    for share in try registry.distribute(files, &log) {
      var reading = try share.format.read(share.files, options: options, log: &log)
      var topics: [(topic: String, file: String)] = []
      var gravity: SessionDescription.Gravity?
      while let stream = try reading.next(log: &log) {
        let name = stream.topic
        guard options.wants(name) else {
          let text = "Its rows are for \(name), which is not imported."
          log.note(.fileNotImported, file: stream.file, text)
          continue
        }
        if let problem = imported.problem(with: stream) {
          log.note(.fileNotImported, file: stream.file, problem)
          continue
        }
        log.state(FileStatement(file: stream.file, use: .rows, topics: [name]))
        topics.append((name, stream.file))
        let surveyed = try SurveyedStream(stream, shouldStop: shouldStop, &log)
        gravity = gravity ?? surveyed.stream.gravity
        if surveyed.count > 0 { found.append(surveyed) }
      }
      var description = reading.description
      if let gravity { description.gravity = gravity }
      try imported.describe(description, topics)
    }
    guard var description = imported.description, !found.isEmpty else {
      throw Self.nothing(files, log)
    }
    let kept = Set(found.map(\.stream.topic))  // Looked up, never iterated.
    description.openChannels = imported.open.filter { kept.contains($0.topic) }
      .sorted { $0.topic < $1.topic }
    let table = channels.adding(description.openChannels)
    var cursors: [EventCursor] = []
    for stream in found {
      guard let row = table.row(topic: stream.stream.topic) else { continue }
      cursors.append(try EventCursor(stream, row))
    }
    return ImportedEvents(
      cursors,
      found,
      channels: table,
      description: description,
      log: log
    )
  }

  /// Why there is no event: there are no rows, or none of them is left.
  private static func nothing(_ files: [ImportFile], _ log: ImportLog) -> ImportError {
    let names = log.files.filter { $0.rows > 0 }.map(\.file)
    guard !names.isEmpty else { return .allEmpty(files: files.map(\.name)) }
    let reasons = log.repairs.filter { names.contains($0.file) && $0.rule.leavesOut }.map {
      "\($0.count) left out as \($0.rule.rawValue) (\($0.explanation.dropLast()))"
    }
    return .nothingLeft(files: names, reasons: reasons)
  }
}
