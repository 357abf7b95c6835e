public import KymoRecording

/// The text files of Google's GnssLogger: fixes, accelerations and other sensors.
///
/// The fixes of one provider count: those of the receiver, else the fused ones, else those of the network. Raw
/// measurements are counted, and not read.
public struct GnssLoggerFormat: ImportFormat {
  /// Understands the files of GnssLogger.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "GnssLogger" }
  /// See `ImportFormat.understood`.
  public var understood: String { "GnssLogger (# Fix,Provider,... and # Raw,...)" }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["txt"] }
  /// Lines are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }

  /// How much of a file is looked at to recognise it, in bytes.
  private static let headBytes = 1 << 16
  private static let providers = ["gps", "fused", "flp", "network", "nlp"]

  /// Tells from the comments that name the columns.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    Self.isHead(file.bytes)
      ? .known(.certain, .rows, reason: "its comments name the columns of GnssLogger")
      : .unknown(found: nil)
  }

  /// Whether one of the first lines is a comment that names the columns of fixes, sensors or measurements.
  static func isHead(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var place = 0
    let limit = min(span.count, headBytes)
    while place < limit {
      if span[place] == UInt8(ascii: "#") {
        while place < limit, [UInt8(ascii: "#"), UInt8(ascii: " ")].contains(span[place]) {
          place += 1
        }
        let start = place
        while place < limit, span[place] != UInt8(ascii: ","), span[place] > UInt8(ascii: " ") {
          place += 1
        }
        let isName =
          GnssLine(span, start..<place) != nil || GnssLine.isName("Raw", span, start..<place)
        if isName, place < limit, span[place] == UInt8(ascii: ",") { return true }
      }
      while place < limit, span[place] != UInt8(ascii: "\n") { place += 1 }
      place += 1
    }
    return false
  }

  /// Reads the file to its end.
  ///
  /// - Throws: `ImportError` when it has neither fixes nor samples, and in strict mode when a repair is necessary.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    var reader = GnssReader(file: file.name)
    var lines = try LineReader(file, maximumLineBytes: options.maximumLineBytes)
    try reader.read(&lines)
    state(file, reader, &log)
    let description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      device: reader.device,
      gravity: .unknown,
      altitudeDatum: .ellipsoid,
      accuracyConfidence: .percent68,
      clock: .unix
    )
    let tally = reader.values.tally
    var streams: [SpooledStream] = []
    if let fixes = chosen(file, reader, &log) {
      try fixes.sort(&log)
      streams.append(SpooledStream(file: file.name, channel: .location, fixes))
    }
    let hasCalibrated = reader.sensors[GnssLine.accelerometer.rawValue] != nil
    for line in GnssLine.allCases {
      guard let spool = reader.sensors[line.rawValue] else { continue }
      try spool.sort(&log)
      streams.append(
        SpooledStream(
          file: file.name,
          channel: line.channel(hasCalibrated: hasCalibrated),
          spool
        )
      )
    }
    guard !streams.isEmpty || tally.words.isEmpty else {
      throw .nothingLeft(files: [file.name], reasons: tally.words)
    }
    try tally.report(file: file.name, &log)
    return TrackReading(streams, description)
  }

  /// The fixes of the best provider.
  private func chosen(
    _ file: ImportFile,
    _ reader: GnssReader,
    _ log: inout ImportLog
  ) -> RowSpool? {
    let names = Self.providers
    let best = reader.fixes.min { left, right in
      (names.firstIndex(of: left.provider) ?? names.count)
        < (names.firstIndex(of: right.provider) ?? names.count)
    }
    for other in reader.fixes where other.provider != best?.provider {
      log.note(
        .pointsNotImported,
        file: file.name,
        count: other.spool.count,
        "Its \(other.spool.count) fixes of \(other.provider.prefix(40)) are not imported, since it has those of "
          + "\(best?.provider.prefix(40) ?? "")."
      )
    }
    return best?.spool
  }

  private func state(_ file: ImportFile, _ reader: GnssReader, _ log: inout ImportLog) {
    var columns: [ColumnStatement] = []
    if !reader.fixes.isEmpty { columns.append(ColumnStatement(name: "Fix", use: "location")) }
    for line in GnssLine.allCases {
      guard reader.sensors[line.rawValue] != nil else { continue }
      let hasCalibrated = reader.sensors[GnssLine.accelerometer.rawValue] != nil
      columns.append(
        ColumnStatement(
          name: String(describing: line.name),
          use: line.channel(hasCalibrated: hasCalibrated).topic
        )
      )
    }
    for other in reader.others {
      columns.append(ColumnStatement(name: other.name, use: nil, reason: "unknown"))
    }
    let counts = reader.fixes.map(\.spool.count) + reader.sensors.compactMap { $0?.count }
    log.state(
      FileStatement(
        file: file.name,
        use: .rows,
        rows: counts.reduce(0, +),
        columns: columns,
        clock: ClockStatement(
          column: "utcTimeMillis",
          unit: .milliseconds,
          origin: .unix,
          evidence: ["the format says so", "the time since the phone was started has its ns"]
        )
      )
    )
    guard let first = reader.others.first else { return }
    let words = reader.others.map { "\($0.count) \($0.name.prefix(40))" }.joined(separator: ", ")
    log.note(
      .pointsNotImported,
      file: file.name,
      line: first.line,
      count: reader.others.reduce(0) { $0 + $1.count },
      "Lines that are not imported: \(words)."
    )
  }
}
