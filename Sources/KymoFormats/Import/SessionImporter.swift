public import KymoRecording

/// Makes a session out of the files that phone apps export.
///
/// The formats say what is in the files; bringing rows into the order of time, and leaving out what
/// does not belong to the recording, is the same for all of them. Whatever is broken in the files is
/// repaired and listed, so that a recording never differs silently from what the phone wrote.
public struct SessionImporter: Sendable {
  /// The formats that are understood, in the order of preference.
  public var formats: [any ImportFormat]
  /// What the user decides.
  public var options: ImportOptions
  /// The channels that a session may have.
  public var channels: ChannelTable
  /// How much is unpacked from an archive.
  public var limits: ArchiveLimits

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

  /// Imports the files at `paths`, or those in the folders and archives at `paths`.
  ///
  /// Archives are zip, tar and tar compressed with gzip; they are read in place, nothing is written
  /// to disk.
  ///
  /// - Throws: `ImportError` when a file is unreadable, of unknown format or malformed, when an
  ///   archive is damaged or larger than ``limits``, and in strict mode when a repair is necessary.
  /// - Complexity: O(*n*), where *n* is the number of rows; O(*n* log *n*) if they are not in the
  ///   order of time.
  public func `import`(paths: [String]) throws(ImportError) -> ImportedSession {
    var log = ImportLog(isStrict: options.isStrict)
    let registry = FormatRegistry(formats: formats, options: options)
    let files = try ImportFileLoader(registry: registry, limits: limits).load(paths, &log)
    return try session(of: files, registry, &log)
  }

  /// Imports files that are in memory.
  ///
  /// - Throws: `ImportError`; see ``import(paths:)``.
  public func importFiles(_ files: [ImportFile]) throws(ImportError) -> ImportedSession {
    var log = ImportLog(isStrict: options.isStrict)
    return try session(of: files, FormatRegistry(formats: formats, options: options), &log)
  }

  private func session(
    of files: [ImportFile],
    _ registry: FormatRegistry,
    _ log: inout ImportLog
  ) throws(ImportError) -> ImportedSession {
    var imported = ImportedChannels(channels)
    for share in try registry.distribute(files, &log) {
      var reading = try share.format.read(share.files, options: options, log: &log)
      var topics: [(topic: String, file: String)] = []
      while var table = try reading.next(log: &log) {
        let name = table.topic
        guard options.topics.contains(name), imported.accepts(name) else {
          let text = "Its rows are for \(name), which is not imported."
          log.note(.fileNotImported, file: table.file, text)
          continue
        }
        log.state(FileStatement(file: table.file, use: .rows, topics: [name], rows: table.count))
        log.count(rows: table.count, file: table.file)
        topics.append((name, table.file))
        guard try TableCleaner.clean(&table, &log) else { continue }
        try reading.finish(&table, log: &log)
        imported.append(table)
      }
      try imported.describe(reading.description, topics)
    }
    guard let description = imported.description, !imported.isEmpty else {
      throw Self.nothing(files, log)
    }
    return ImportedSession(
      events: imported.merged(),
      description: description,
      repairs: log.repairs,
      notes: log.notes,
      files: log.files
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
