import KymoMCAP
public import KymoRecording

/// MCAP files of other programs, such as ROS 2's bags: their IMUs, fixes and other sensors.
///
/// A recording of Kymograph needs no import, and is not taken for one.
public struct ForeignMCAPFormat: ImportFormat {
  /// Understands the sensors of ROS, and fixes of Foxglove.
  public init() {}

  /// See `ImportFormat.name`.
  public var name: String { "MCAP" }
  /// See `ImportFormat.understood`.
  public var understood: String {
    "MCAP of others (sensor_msgs, geometry_msgs, foxglove.LocationFix)"
  }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["mcap"] }
  /// Records are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }

  /// Tells from the first bytes, and from what a session says about itself before anything else.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    guard file.bytes.starts(with: MCAPFormat.magic), !Self.isSession(file.bytes) else {
      return .unknown(found: nil)
    }
    return .known(.certain, .rows, reason: "it begins as MCAP does")
  }

  /// Whether the header is followed by a session's description of itself.
  private static func isSession(_ bytes: [UInt8]) -> Bool {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    do throws(MCAPError) {
      _ = try reader.next()
      guard case .metadata(let second)? = try reader.next() else { return false }
      return second.name == SessionDescription.recordName
    } catch { return false }
  }

  /// Up to when a time is none since 1970, in ns: 1971.
  private static let firstYear: Int64 = 31_536_000_000_000_000

  /// Reads the file to its end.
  ///
  /// - Throws: `ImportError` when it has no sensors that are known, when it is damaged before the first of them, and in
  ///   strict mode when a repair is necessary.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    var reader = ForeignMCAPReader(file: file.name)
    let problem = try reader.read(ImportFileSource(file))
    let chosen = reader.chosen
    guard !chosen.isEmpty else {
      if let problem {
        throw .unreadable(path: file.name, reason: "\(problem); recover what is whole first")
      }
      throw .unknownFile(file: file.name, found: reader.reason, understood: understood)
    }
    if let problem {
      try log.repair(
        .cutOffFile,
        file: file.name,
        line: 1,
        explanation: "The file ends early: \(problem)."
      )
    }
    reader.state(chosen, &log)
    var isUnix = true
    var streams: [SpooledStream] = []
    for source in chosen {
      for (channel, spool) in source.spools {
        try spool.sort(&log)
        let first = try spool.rows(at: 0, limit: 1).first?.timestamp ?? .max
        isUnix = isUnix && first > Self.firstYear
        streams.append(SpooledStream(file: file.name, channel: channel, spool))
      }
    }
    try reader.report(&log)
    let description = SessionDescription(
      origin: "\(name): \(file.baseName)",
      altitudeDatum: .ellipsoid,
      clock: isUnix ? .unix : .relative
    )
    return TrackReading(streams, description)
  }
}
