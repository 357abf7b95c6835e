public import KymoRecording

/// Sentences of NMEA 0183, as receivers of satellites write them.
///
/// RMC, GGA, GNS, GLL, VTG, GST and ZDA of any talker are read, and those of one time become one fix. A line may have
/// something before its sentence, and several of them.
public struct NMEAFormat: ImportFormat {
  /// Understands NMEA 0183.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "NMEA 0183" }
  /// See `ImportFormat.understood`.
  public var understood: String { "NMEA 0183 ($GPRMC,...)" }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["nmea", "log", "txt"] }
  /// Sentences are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }

  /// How much of a file is looked at to recognise it, in bytes.
  private static let headBytes = 1 << 16

  /// Tells from the sums of the first sentences, or if they have none from their types.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    let isNamed = file.fileExtension == "nmea"
    // A file of GnssLogger may have sentences among its lines.
    guard !GnssLoggerFormat.isHead(file.bytes) else { return .unknown(found: nil) }
    guard let state = Self.firstState(file) else {
      return isNamed && file.isWhole && file.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") })
        ? .empty : .unknown(found: isNamed ? "no sentence of NMEA 0183 at its beginning" : nil)
    }
    return .known(
      state == .sound ? .certain : .likely,
      .rows,
      reason: "it has sentences of NMEA 0183"
    )
  }

  /// The state of the first sentence of a type that means something here, the first that is sound if there is one.
  private static func firstState(_ file: ImportFile) -> NMEASentence.State? {
    let bytes = file.bytes.span
    var rest = 0..<min(bytes.count, headBytes)
    var state: NMEASentence.State?
    while let start = NMEASentence.start(bytes, rest) {
      var end = start
      while end < rest.upperBound, bytes[end] >= UInt8(ascii: " ") { end += 1 }
      let sentence = NMEASentence(bytes, start: start, end: end)
      rest = sentence.end..<rest.upperBound
      guard sentence.type != nil else { continue }
      if sentence.state == .sound { return .sound }
      if sentence.state == .unsummed { state = .unsummed }
    }
    return state
  }

  /// Reads the file to its end.
  ///
  /// - Throws: `ImportError` when it has no fix at all, and in strict mode when a repair is necessary.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    let hasSums = Self.firstState(file) == .sound
    var reader = NMEAReader(file: file.name, hasSums: hasSums)
    var lines = try LineReader(file, maximumLineBytes: options.maximumLineBytes)
    try reader.read(&lines)
    log.state(Self.statement(file, reader))
    let tally = reader.fixes.tally
    guard reader.spool.count > 0 || tally.words.isEmpty else {
      throw .nothingLeft(files: [file.name], reasons: tally.words)
    }
    if !hasSums {
      log.note(.assumption, file: file.name, "Its sentences have no sums, and were believed.")
    }
    if reader.borrowed.count > 0 {
      log.note(
        .assumption,
        file: file.name,
        line: reader.borrowed.line,
        count: reader.borrowed.count,
        "Altitudes without a separation of the geoid took the one before."
      )
    }
    if reader.clock.firstDay == nil {
      log.note(
        .clock,
        file: file.name,
        "No sentence has a date; times are those since the midnight before the first."
      )
    }
    try reader.spool.sort(&log)
    try tally.report(file: file.name, &log)
    let stream = SpooledStream(
      file: file.name,
      channel: .location,
      reader.spool,
      shift: reader.clock.start
    )
    let description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      altitudeDatum: reader.datum,
      accuracyConfidence: reader.used[Int(NMEAType.gst.rawValue)] ? .percent68 : .unknown,
      clock: reader.clock.firstDay == nil ? .relative : .unix
    )
    return TrackReading([stream], description)
  }

  private static func statement(_ file: ImportFile, _ reader: NMEAReader) -> FileStatement {
    let used = NMEAType.allCases.filter { reader.used[Int($0.rawValue)] }
    let unused = reader.unused.map { address in
      ColumnStatement(name: text(address), use: nil, reason: "unknown")
    }
    let hasDate = reader.clock.firstDay != nil
    return FileStatement(
      file: file.name,
      use: .rows,
      rows: reader.spool.count,
      columns: used.map { ColumnStatement(name: String(describing: $0.name), use: $0.use) }
        + unused,
      clock: reader.spool.count == 0
        ? nil
        : ClockStatement(
          column: "time",
          unit: .timeOfDayDigits,
          origin: hasDate ? .unix : .midnight,
          evidence: ["the format says so"],
          isTimeOfDay: true
        )
    )
  }

  /// An address as text, as far as it can be shown.
  private static func text(_ address: UInt64) -> String {
    var text = ""
    for place in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: address >> UInt64(8 * place))
      guard UInt8(ascii: "!")...UInt8(ascii: "~") ~= byte else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }
}
