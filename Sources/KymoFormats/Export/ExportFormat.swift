/// The forms in which a recording is written for other tools.
public enum ExportFormat: String, Sendable, CaseIterable {
  // Help, messages and tests go through them in this order.
  case csv, jsonl, gpx
  case gpxWaypoints = "gpx-waypoints"
  case geojson, kml, nmea
  case sensorLogger = "sensorlogger"
  case phyphox
  case calls = "calls.jsonl"
  case emulator, mcap
  /// Made by SQLite, and not by a ``SessionExport``.
  case sqlite
  /// Made of the exchanges of the bridge, and not by a ``SessionExport``.
  case pcap

  /// The form, in a few words.
  public var meaning: String {
    switch self {
    case .csv:
      "a table: of one channel its fields, of several one wide table; into a folder or a .zip one "
        + "file a channel"
    case .jsonl: "every event of every channel, one JSON object a line"
    case .gpx: "the locations as a track"
    case .gpxWaypoints:
      "the locations as waypoints with times, at most one a second, for Xcode's simulated location"
    case .geojson: "the locations as points with their properties"
    case .kml: "the locations as a gx:Track, for Google Earth"
    case .nmea: "the locations as RMC and GGA sentences of a receiver"
    case .sensorLogger: "a folder or a .zip as Sensor Logger exports it"
    case .phyphox: "a folder or a .zip as phyphox exports it"
    case .calls: "the bridge's requests as a log of calls, as import reads it"
    case .emulator: "a shell script that plays the session to Android's emulator"
    case .mcap:
      "another MCAP file, with locations as foxglove.LocationFix, which viewers show on a map"
    case .sqlite: "a database with the tables of `kymo query`"
    case .pcap: "the bridge's requests and replies as HTTP over TCP, for Wireshark"
    }
  }

  /// The form that a file's name stands for; nil if it stands for none.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    let format = Self.allCases.last { format in
      format.endings.contains { name.hasSuffix($0) }
    }
    guard let format else { return nil }
    self = format
  }

  /// The endings of names that stand for it.
  private var endings: [String] {
    switch self {
    case .csv: [".csv"]
    case .jsonl: [".jsonl", ".ndjson"]
    case .gpx: [".gpx"]
    case .gpxWaypoints, .sensorLogger, .phyphox, .mcap: []
    case .geojson: [".geojson"]
    case .kml: [".kml"]
    case .nmea: [".nmea"]
    case .calls: ["calls.jsonl"]
    case .emulator: [".sh"]
    case .sqlite: [".sqlite", ".sqlite3", ".db"]
    case .pcap: [".pcap"]
    }
  }

  /// Whether it can be several files in a folder or an archive.
  public var makesFolder: Bool { self == .csv || needsFolder }

  /// Whether it cannot be one file.
  public var needsFolder: Bool { self == .sensorLogger || self == .phyphox }

  /// Why an event of a channel that it holds may have no place in it.
  public var unfit: String {
    switch self {
    case .gpx, .geojson, .kml, .nmea: "they have no position"
    case .calls: "they are no calls"
    case .sensorLogger, .phyphox, .emulator, .mcap:
      "they have no position, or are not what their channel says"
    case .gpxWaypoints: "they have no position, or are further ones of the same second"
    case .csv, .jsonl, .sqlite, .pcap: "they are not what their channel says"
    }
  }

  /// Whether times are written as dates.
  public var hasDates: Bool {
    switch self {
    case .gpx, .gpxWaypoints, .geojson, .kml, .nmea, .sensorLogger: true
    case .csv, .jsonl, .phyphox, .calls, .emulator, .mcap, .sqlite, .pcap: false
    }
  }

  /// Whether the form means heights above the sea.
  public var wantsSeaLevel: Bool { [.gpx, .gpxWaypoints, .kml, .nmea].contains(self) }

  /// Prepares to write a session in this form; nil for `sqlite` and `pcap`.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - isFolder: whether the files go into a folder.
  /// - Returns: the export, at its beginning.
  public func export(of session: ExportSession, isFolder: Bool = false) -> (any SessionExport)? {
    switch self {
    case .csv: CSVExport(session, isFolder: isFolder)
    case .jsonl: JSONLinesExport(session)
    case .gpx: GPXExport(session)
    case .gpxWaypoints: GPXExport(session, isWaypoints: true)
    case .geojson: GeoJSONExport(session)
    case .kml: KMLExport(session)
    case .nmea: NMEAExport(session)
    case .sensorLogger: SensorLoggerExport(session)
    case .phyphox: PhyphoxExport(session)
    case .calls: CallLogExport(session)
    case .emulator: EmulatorExport(session)
    case .mcap: FoxgloveExport(session)
    case .sqlite, .pcap: nil
    }
  }
}
