import KymoCore
import KymoRecording

/// The points of one kind in a file, such as those of its tracks, on their way to a session.
final class TrackCollector {
  /// How many points there are, with and without a time.
  private(set) var count = 0
  /// How many points have no time that can be, and the line of the first.
  private(set) var untimed = (count: 0, line: 0)
  private var early = (count: 0, line: 0)
  private let fixes: RowSpool
  private let spaced: RowSpool
  /// The other values of points with and without times; nil for those that no point has.
  private var extras: [RowSpool?] = TrackExtra.allCases.map { _ in nil }
  private var spacedExtras: [RowSpool?] = TrackExtra.allCases.map { _ in nil }
  private let file: String
  private let interval: Int64?

  /// The beginning of the time of satellites, 1980-01-06, in ns since 1970.
  private static let satelliteEpoch: Int64 = 315_964_800_000_000_000

  /// Names the file, for messages.
  ///
  /// - Parameters:
  ///   - file: the name.
  ///   - interval: how far points without times are apart, in ns; nil if the user does not say.
  init(file: String, interval: Int64?) {
    self.file = file
    self.interval = interval
    fixes = RowSpool(name: file)
    spaced = RowSpool(name: file)
  }

  /// How many points have a time.
  var timedCount: Int { count - untimed.count }

  /// Adds a point that has a place on Earth.
  ///
  /// - Throws: ``ImportError`` when there is no room for it.
  func add(_ point: TrackPoint) throws(ImportError) {
    count += 1
    var location = point.location
    guard let time = point.time else {
      if untimed.count == 0 { untimed.line = point.line }
      untimed.count += 1
      guard let interval else { return }
      let (product, overflow) = Int64(untimed.count - 1).multipliedReportingOverflow(by: interval)
      guard !overflow, product < 1 << 62 else { return }
      location.fixTimestamp = product
      try spaced.append(
        SpooledRow(timestamp: product, line: point.line, payload: Payload(location))
      )
      if point.hasExtras { try add(point, at: product, to: &spacedExtras) }
      return
    }
    if time < Self.satelliteEpoch {
      if early.count == 0 { early.line = point.line }
      early.count += 1
    }
    location.fixTimestamp = time
    try fixes.append(SpooledRow(timestamp: time, line: point.line, payload: Payload(location)))
    if point.hasExtras { try add(point, at: time, to: &extras) }
  }

  private func add(
    _ point: TrackPoint,
    at time: Int64,
    to spools: inout [RowSpool?]
  ) throws(ImportError) {
    for extra in TrackExtra.allCases where !point.extras[extra.rawValue].isNaN {
      let row = SampleRow(
        timestamp: time,
        line: point.line,
        numbers: [point.extras[extra.rawValue]]
      )
      let spool = spools[extra.rawValue] ?? RowSpool(name: file)
      spools[extra.rawValue] = spool
      try spool.append(SpooledRow(timestamp: time, line: point.line, payload: row.payload))
    }
  }

  /// The streams of spools of other values, in the order of time.
  private func streams(_ spools: [RowSpool?], earliest: Int64) throws(ImportError)
    -> [SpooledStream]
  {
    // What is to be said of their order is said of the fixes.
    var silence = ImportLog(isStrict: false)
    var streams: [SpooledStream] = []
    for (spool, extra) in zip(spools, TrackExtra.allCases) {
      guard let spool else { continue }
      try spool.sort(&silence)
      streams.append(
        SpooledStream(file: file, channel: extra.channel, spool, earliest: earliest)
      )
    }
    return streams
  }

  /// The fixes in the order of time: those that have one, or if none has all of them, as far apart as the user says;
  /// and the other values of the same points.
  ///
  /// - Parameters:
  ///   - wrongTimes: how many points have a time that cannot be.
  ///   - log: gets the repairs.
  /// - Returns: the streams, that of the fixes first.
  /// - Throws: ``ImportError`` when no point has a time and the user does not say how far they are apart, and in
  ///   strict mode when a repair is necessary.
  func streams(wrongTimes: Int, _ log: inout ImportLog) throws(ImportError) -> [SpooledStream] {
    guard timedCount > 0 else {
      guard interval != nil else {
        throw .clock(
          file: file,
          line: max(1, untimed.line),
          what: "none of its \(count) points has a time"
            + (wrongTimes > 0 ? " that can be (1933 to 2116)" : ""),
          remedy: "say how far they are apart, such as --every 1s"
        )
      }
      log.note(
        .assumption,
        file: file,
        line: untimed.line,
        count: count,
        "No point has a time; they are as far apart as --every says."
      )
      return [SpooledStream(file: file, channel: .location, spaced)]
        + (try streams(spacedExtras, earliest: .min))
    }
    if interval != nil {
      log.note(.assumption, file: file, "Its points have times, so --every has no effect.")
    }
    let missing = untimed.count - wrongTimes
    if missing > 0 { try log.repair(.missingTime, file: file, line: untimed.line, count: missing) }
    try fixes.sort(&log)
    var earliest = Int64.min
    if early.count == timedCount {
      log.note(
        .clock,
        file: file,
        line: early.line,
        count: early.count,
        "All times are from before 1980, when no satellite told them. They were kept."
      )
    } else if early.count > 0 {
      try log.repair(.unsetClock, file: file, line: early.line, count: early.count)
      earliest = Self.satelliteEpoch
    }
    return [SpooledStream(file: file, channel: .location, fixes, earliest: earliest)]
      + (try streams(extras, earliest: earliest))
  }
}
