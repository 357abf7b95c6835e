public import KymoRecording

/// Tracks of GPX 1.0 and 1.1: the points of its tracks, or if it has none with times those of its routes, or its
/// waypoints.
///
/// Points become fixes at their own times, which are UTC; what several segments and tracks have is one session. The
/// extensions of Apple Health and of Garmin are read, whatever prefix they have.
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

  /// Tells from the name of the first element.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    guard XMLHead.root(file) == "gpx" else {
      let isNamed = file.fileExtension == "gpx"
      return isNamed && file.isWhole && file.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") })
        ? .empty : .unknown(found: isNamed ? "no <gpx> at its beginning" : nil)
    }
    return .known(.certain, .rows, reason: "its first element is <gpx>")
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
    guard files.count == 1, let file = files.first else {
      throw .ambiguous(files: files.map(\.name))
    }
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
    return try reading(reader, file, &log)
  }

  private func reading(
    _ reader: GPXReader,
    _ file: ImportFile,
    _ log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let all = GPXReader.Source.allCases
    let chosen =
      all.first { reader.points[$0.rawValue].timedCount > 0 }
      ?? all.first { reader.points[$0.rawValue].count > 0 }
    var description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      device: reader.creator,
      altitudeDatum: .meanSeaLevel,
      clock: .unix
    )
    guard let chosen else {
      for fix in reader.fixes { try fix.tally.report(file: file.name, &log) }
      return TrackReading([], description)
    }
    let points = reader.points[chosen.rawValue]
    for other in all where other != chosen && reader.points[other.rawValue].count > 0 {
      log.note(
        .pointsNotImported,
        file: file.name,
        "Its \(reader.points[other.rawValue].count) \(other.noun) are not imported, since it has "
          + "\(chosen.noun)\(points.timedCount > 0 ? " with times" : "")."
      )
    }
    let used = reader.used[chosen.rawValue]
    let statement = TrackDocument.statement(
      file,
      points,
      used.sorted { $0.rawValue < $1.rawValue }.map { (String(describing: $0.word.name), $0.use) },
      unused: reader.unused[chosen.rawValue]
    )
    log.state(statement)
    let tally = reader.fixes[chosen.rawValue].tally
    let stream = try points.stream(wrongTimes: tally.count(of: .impossibleTime), &log)
    try tally.report(file: file.name, &log)
    if points.timedCount == 0 { description.clock = .relative }
    return TrackReading([stream], description)
  }
}
