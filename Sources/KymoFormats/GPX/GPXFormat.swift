public import KymoRecording

/// Tracks of GPX 1.0 and 1.1: the points of its tracks, or if it has none with times those of its routes, or its
/// waypoints.
///
/// Points become fixes at their own times, which are UTC; what several segments and tracks have is one session. The
/// extensions of Apple Health and of Garmin are read, whatever prefix they have; heart rate, cadence, temperature and power
/// become channels of their own.
public struct GPXFormat: ImportFormat {
  /// Understands GPX.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "GPX" }
  /// See `ImportFormat.understood`.
  public var understood: String { "GPX (<gpx> with <trkpt>, <rtept> or <wpt>)" }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["gpx"] }
  /// Points are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.every] }

  /// Tells from the name of the first element.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    XMLHead.recognise(file, root: "gpx", named: "gpx")
  }

  /// Reads the file to its end.
  ///
  /// - Throws: `ImportError` when it is not XML, when no point has a time and the user does not say how far they are
  ///   apart, and in strict mode when a repair is necessary.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    return try read(file, origin: "\(name): \(file.baseName)", options, &log)
  }

  /// Reads a file, whose session comes from elsewhere.
  func read(
    _ file: ImportFile,
    origin: String,
    _ options: ImportOptions,
    _ log: inout ImportLog
  ) throws(ImportError) -> TrackReading {
    let reader = try TrackDocument.read(
      XMLSource(
        file: file,
        words: GPXWord.allCases.map(\.word),
        longestTag: options.maximumLineBytes
      ),
      &log,
      make: { GPXReader(file, interval: options.pointInterval) },
      take: { (reader, block) throws(ImportError) in try reader.take(&block) },
      count: { $0.points.reduce(0) { $0 + $1.count } }
    )
    return try reading(reader, file, origin, &log)
  }

  private func reading(
    _ reader: GPXReader,
    _ file: ImportFile,
    _ origin: String,
    _ log: inout ImportLog
  ) throws(ImportError) -> TrackReading {
    let description = SessionDescription(
      origin: origin,
      device: reader.creator,
      altitudeDatum: .meanSeaLevel,
      clock: .unix
    )
    let nouns = GPXReader.Source.allCases.map(\.noun)
    guard let chosen = TrackDocument.choose(reader.points, nouns: nouns, file, &log) else {
      for fix in reader.fixes { try fix.tally.report(file: file.name, &log) }
      return TrackReading([], description)
    }
    let points = reader.points[chosen]
    let used = reader.used[chosen]
    let statement = TrackDocument.statement(
      file,
      points,
      used.sorted { $0.rawValue < $1.rawValue }.map { (String(describing: $0.word.name), $0.use) },
      unused: reader.unused[chosen]
    )
    log.state(statement)
    return try TrackDocument.reading(points, reader.fixes[chosen].tally, description, file, &log)
  }
}
