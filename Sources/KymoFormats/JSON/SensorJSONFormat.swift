public import KymoRecording

/// JSON of sensors: the export of Sensor Logger, what it pushes to a server, and events that a page has logged.
///
/// An array of objects, or objects one behind the other, such as one a line. Every sensor becomes the table that it is
/// in CSV, and is read like that.
public struct SensorJSONFormat: ImportFormat {
  /// Understands JSON of sensors.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "JSON" }
  /// See `ImportFormat.understood`.
  public var understood: String {
    "JSON of Sensor Logger ([{\"sensor\": ..., \"time\": ...}] or {\"payload\": [...]}) and of devicemotion and "
      + "geolocation events"
  }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["json", "jsonl", "ndjson"] }
  /// Elements are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.platform, .units, .timeUnit] }

  /// Tells from the first element that is of a known form.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    guard let first = file.bytes.first(where: { $0 > UInt8(ascii: " ") && $0 < 0x80 }) else {
      return .unknown(found: nil)
    }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return .unknown(found: nil)
    }
    if PageRecorder.isHead(file.bytes) {
      return .known(.certain, .rows, reason: "it has the header of a page's recorder")
    }
    guard Self.hasSensors(file) else {
      let isNamed = extensions.contains(file.fileExtension)
      return .unknown(found: isNamed ? "JSON without an element of a sensor" : nil)
    }
    return .known(.certain, .rows, reason: "it has elements of sensors")
  }

  /// Whether one of the first elements of a file is of a sensor.
  private static func hasSensors(_ file: ImportFile) -> Bool {
    let document = JSONDocumentBox()
    var head = file
    head.content = nil
    var elements = JSONElements(head)
    var count = 0
    var isKnown = false
    do throws(ImportError) {
      try elements.read { (bytes, range, _) throws(ImportError) in
        guard !isKnown, count < 16, document.parse(bytes, range) else { return }
        count += 1
        isKnown = document.element.form != nil
      }
    } catch { return false }
    return isKnown
  }

  /// Reads the file to its end, sensor by sensor.
  ///
  /// - Throws: `ImportError` as for CSV, and when there are several files.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    var json = JSONTables(file)
    try json.read(&log)
    var options = options
    options.platform = options.platform ?? json.platform
    options.timeColumn = nil
    options.columns = []
    options.fileColumns = []
    var tables: [ImportFile] = []
    for table in json.tables where table.rowCount > 0 {
      tables.append(try table.table())
    }
    let page = PageEventCSV(offset: json.clocks.offset ?? 0, evidence: json.clocks.evidence)
    let csv = CSVFormat(dialects: json.isSensorLogger ? [SensorLoggerCSV(isJSON: true)] : [page])
    if let agent = json.userAgent {
      log.note(.conversion, file: file.name, "The page's user agent is \(agent).")
    }
    let kind =
      json.isSensorLogger
      ? "Sensor Logger JSON" : json.isRecorder ? "recorder of a page" : "JSON of page events"
    return RenamedReading(
      reading: try csv.read(tables, options: options, log: &log),
      origin: "\(kind): \(file.baseName)"
    )
  }
}
