public import KymoRecording

/// Tracks of KML: `gx:Track`, or places with times, or lines.
///
/// The n-th time of a track belongs to its n-th place. Lines have no times: the user says how far their points are
/// apart. Borders of areas are not read.
public struct KMLFormat: ImportFormat {
  /// Understands KML.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "KML" }
  /// See `ImportFormat.understood`.
  public var understood: String { "KML (<kml> with <gx:Track>, <Placemark> or <LineString>)" }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["kml"] }
  /// Points are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.every] }

  /// Tells from the name of the first element.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    XMLHead.recognise(file, root: "kml", named: "kml")
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
    let reader = try TrackDocument.read(
      XMLSource(
        file: file,
        words: KMLWord.allCases.map(\.word),
        longestTag: options.maximumLineBytes
      ),
      &log,
      make: { KMLReader(file, interval: options.pointInterval) },
      take: { (reader, block) throws(ImportError) in try reader.take(&block) },
      count: { $0.points.reduce(0) { $0 + $1.count } }
    )
    let description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      altitudeDatum: .meanSeaLevel,
      clock: .unix
    )
    let nouns = KMLReader.Source.allCases.map(\.noun)
    guard let chosen = TrackDocument.choose(reader.points, nouns: nouns, file, &log) else {
      for fix in reader.fixes { try fix.tally.report(file: file.name, &log) }
      return TrackReading([], description)
    }
    let points = reader.points[chosen]
    let isTrack = chosen == KMLReader.Source.track.rawValue
    log.state(
      TrackDocument.statement(
        file,
        points,
        [
          ("when", points.timedCount > 0 ? "time" : nil),
          (isTrack ? "coord" : "coordinates", "longitude, latitude, altitude"),
        ],
        unused: isTrack ? reader.unused : []
      )
    )
    return try TrackDocument.reading(points, reader.fixes[chosen].tally, description, file, &log)
  }
}
