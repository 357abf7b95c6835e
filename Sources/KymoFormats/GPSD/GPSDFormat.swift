public import KymoRecording

/// Lines of JSON as `gpsd` sends them and `gpspipe -w` writes them: the reports of class TPV become fixes.
public struct GPSDFormat: ImportFormat {
  /// Understands the reports of gpsd.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "gpsd JSON" }
  /// See `ImportFormat.understood`.
  public var understood: String { "gpsd JSON ({\"class\":\"TPV\",...})" }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["json", "jsonl", "gpsd", "log", "txt"] }
  /// Reports are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.every] }

  /// How much of a file is looked at to recognise it, in bytes.
  private static let headBytes = 1 << 16
  /// Reports that other programs do not write.
  private static let classes: [StaticString] = ["TPV", "SKY", "VERSION", "DEVICES", "WATCH"]

  /// Tells from the class of the first reports.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    Self.isHead(file.bytes)
      ? .known(.certain, .rows, reason: "its lines are reports of gpsd") : .unknown(found: nil)
  }

  /// Whether one of the first lines is a report of gpsd.
  ///
  /// - Parameter bytes: the beginning of a file.
  /// - Returns: whether the file is of this format.
  public static func isHead(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    let limit = min(span.count, headBytes)
    var (line, start) = (JSONLine(), 0)
    while start < limit {
      var (end, brace) = (start, Int?.none)
      while end < span.count, span[end] != UInt8(ascii: "\n") {
        if brace == nil, span[end] == UInt8(ascii: "{") { brace = end }
        end += 1
      }
      if let brace, line.read(span, brace..<end) {
        let place = GPSDReport(line, span)[.reportClass]
        return classes.contains { GPSDReader.isReport($0, span, place) }
      }
      start = end + 1
    }
    return false
  }

  /// Reads the file to its end.
  ///
  /// - Throws: `ImportError` when it has no fix at all, or when none has a time and the user does not say how far they
  ///   are apart, and in strict mode when a repair is necessary.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    var reader = GPSDReader(file: file.name, interval: options.pointInterval)
    var lines = try LineReader(file, maximumLineBytes: options.maximumLineBytes)
    try reader.read(&lines)
    let tally = reader.fixes.tally
    guard reader.points.count > 0 || tally.words.isEmpty else {
      throw .nothingLeft(files: [file.name], reasons: tally.words)
    }
    let columns = GPSDWord.allCases.enumerated().map { index, word in
      (name: String(describing: word.key), use: reader.used[index] ? word.use : nil)
    }
    log.state(TrackDocument.statement(file, reader.points, columns, unused: reader.unused))
    if reader.foreign.count > 0 {
      log.note(
        .pointsNotImported,
        file: file.name,
        line: reader.foreign.line,
        count: reader.foreign.count,
        "Reports of further receivers are not imported; the first one counts."
      )
    }
    let description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      altitudeDatum: reader.datum,
      accuracyConfidence: .percent95,
      clock: .unix
    )
    guard reader.points.count > 0 else { return TrackReading([], description) }
    return try TrackDocument.reading(reader.points, tally, description, file, &log)
  }
}
