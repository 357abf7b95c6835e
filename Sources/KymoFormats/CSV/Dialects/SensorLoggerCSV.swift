import KymoRecording

/// The CSV export of Sensor Logger: one file per sensor, times in ns since 1970.
///
/// All sensors with three axes have the same header, so the file's name says which one it is.
/// Columns are found by name: z comes first, and the order in `Location.csv` differs between
/// versions.
struct SensorLoggerCSV: CSVDialect {
  /// Whether the tables are those of a file of JSON: then they are of Sensor Logger whatever their columns.
  var isJSON = false

  var name: String { "Sensor Logger CSV" }
  var understood: String {
    "Sensor Logger CSV (time, seconds_elapsed, z, y, x or latitude, longitude, ...)"
  }
  var altitudeDatum: SessionDescription.AltitudeDatum { .ellipsoid }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .percent68 }

  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole] {
    let stem = title.lowercased()
    if header.index("recording epoch time") != nil || header.index("device name") != nil {
      return [.facts]
    }
    guard let times = times(header, asked: time) else { return [] }
    let location = location(header: header, stem: stem, times: times)
    if !location.isEmpty {
      return location + AccelerationTable.combined(header: header, times: times)
    }
    let merged = SensorLoggerMerged(header: header, times: times)
    guard merged.parts.isEmpty else {
      return merged.parts.flatMap { part in
        let title = String(part.title)
        let fixes = self.location(
          header: part.header,
          stem: title.lowercased(),
          times: merged.times
        )
        return fixes.isEmpty
          ? sensor(header: part.header, title: title, times: merged.times) : fixes
      }
    }
    return sensor(header: header, title: title, times: times)
  }

  /// Returns the role of fixes, if the columns are those of fixes.
  private func location(header: CSVHeader, stem: String, times: TimeColumns) -> [TableRole] {
    guard let latitude = header.index("latitude"), let longitude = header.index("longitude") else {
      return []
    }
    let table = LocationTable(
      times: times,
      latitude: latitude,
      longitude: longitude,
      altitude: header.index("altitude"),
      horizontalAccuracy: header.index("horizontalaccuracy"),
      verticalAccuracy: header.index("verticalaccuracy"),
      speed: header.index("speed"),
      course: header.index("bearing"),
      otherTopic: stem.hasSuffix("gps")
        ? "/location/gps" : stem.hasSuffix("network") ? "/location/network" : nil,
      rank: stem.hasSuffix("gps") ? 1 : stem.hasSuffix("network") ? 2 : 0
    )
    return [.location(table)]
  }

  /// Where the times are: where the user says, or in `time`, which the app writes in ns since 1970.
  private func times(_ header: CSVHeader, asked: Int?) -> TimeColumns? {
    let elapsed = header.index("seconds_elapsed")
    guard let asked else {
      guard let time = header.index("time"), header.columns[time].unit == nil else { return nil }
      return TimeColumns(
        time: time,
        unit: .nanoseconds,
        basis: .habit,
        elapsed: elapsed,
        origin: .unix
      )
    }
    if asked == elapsed {
      return TimeColumns(
        time: asked,
        unit: .seconds,
        basis: .header,
        elapsed: elapsed,
        origin: .start
      )
    }
    let column = header.columns[asked]
    let suffix = column.name.split(separator: "_").dropFirst().last.map(String.init)
    let stated = TimeUnit(header: column.unit ?? suffix ?? "") ?? OtherClock.unit(of: column)
    let isHabit = stated == nil && column.name == "time"
    return TimeColumns(
      time: asked,
      unit: stated ?? .nanoseconds,
      basis: stated != nil ? .header : isHabit ? .habit : .nothing,
      elapsed: elapsed,
      origin: isHabit ? .unix : .unknown
    )
  }

  /// Returns the roles of a file of one sensor.
  private func sensor(header: CSVHeader, title: String, times: TimeColumns) -> [TableRole] {
    let stem = title.lowercased()
    if let x = header.index("x"), let y = header.index("y"), let z = header.index("z") {
      return axes(header: header, title: title, times: times, x, y, z)
    }
    guard isJSON || times.elapsed != nil || stem.hasSuffix("barometer") else { return [] }
    var tables: [SampleTable] = []
    if !Self.isWorn(stem) {
      tables = KnownSensor.all.filter { $0.names.contains { stem.hasSuffix($0) } }
        .compactMap { $0.table(header, times: times) }
    }
    let rest = SampleTable.rest(
      of: header,
      besides: tables,
      topic: (tables.first?.topic ?? InputChannel.topic(named: title))
        + (tables.isEmpty ? "" : "/more"),
      times: times
    )
    let all = tables + [rest].compactMap { $0 }
    return all.isEmpty ? [.unused] : all.map { .samples($0) }
  }

  /// Returns the roles of a file of a sensor with three axes.
  private func axes(
    header: CSVHeader,
    title: String,
    times: TimeColumns,
    _ x: Int,
    _ y: Int,
    _ z: Int
  ) -> [TableRole] {
    let stem = title.lowercased()
    if let sensor = OtherSensor(stem: stem) {
      let fields = [("x", x), ("y", y), ("z", z)].map {
        SampleTable.Field(name: $0.0, column: $0.1, usual: sensor.usual)
      }
      var table = SampleTable(topic: sensor.topic, times: times, fields: fields, rank: sensor.rank)
      table.otherTopic = sensor.otherTopic
      return [.samples(table)]
    }
    var table = AccelerationTable(
      times: times,
      x: x,
      y: y,
      z: z,
      unit: nil,
      hasGravity: true,
      rank: 0
    )
    if stem == "gravity" { return [.gravity(table)] }
    guard let sensor = AccelerationSensor(stem: stem) else {
      let isKnown = Self.knownOthers.contains { stem.contains($0) }
      let topic = InputChannel.topic(named: title)
      let rest = SampleTable.rest(of: header, besides: [], topic: topic, times: times)
      guard let rest else { return [.unused] }
      return [isKnown ? .samples(rest) : .unknownSensor(rest)]
    }
    table.hasGravity = sensor.hasGravity
    table.rank = sensor.rawValue
    table.otherTopic = sensor.otherTopic
    return [.acceleration(table)]
  }

  /// Parts of the names of files with three axes that are no accelerations of the phone.
  private static let knownOthers = [
    "gyro", "magnet", "gravity", "orientation", "watch", "wrist", "headphone", "compass",
  ]

  /// Whether a file is of a sensor that is not in the phone.
  private static func isWorn(_ stem: String) -> Bool {
    ["watch", "wrist", "headphone"].contains { stem.contains($0) }
  }

  /// The sensors with three axes that have a channel of their own.
  ///
  /// Their axes are the same on both systems, unlike those of accelerations.
  enum OtherSensor {
    case gyroscope, gyroscopeUncalibrated, magnetometer, magnetometerUncalibrated

    /// Recognises the sensor by the name of its file in lower case.
    init?(stem: String) {
      guard !SensorLoggerCSV.isWorn(stem) else { return nil }
      if stem.hasSuffix("gyroscope") {
        self = .gyroscope
      } else if stem.hasSuffix("gyroscopeuncalibrated") {
        self = .gyroscopeUncalibrated
      } else if stem.hasSuffix("magnetometer") {
        self = .magnetometer
      } else if stem.hasSuffix("magnetometeruncalibrated") {
        self = .magnetometerUncalibrated
      } else {
        return nil
      }
    }

    /// The topic of the channel.
    var topic: String {
      switch self {
      case .gyroscope, .gyroscopeUncalibrated: InputChannel.gyroscope.topic
      case .magnetometer, .magnetometerUncalibrated: InputChannel.magnetometer.topic
      }
    }

    /// The topic of an uncalibrated sensor beside a calibrated one.
    var otherTopic: String? {
      switch self {
      case .gyroscope, .magnetometer: nil
      case .gyroscopeUncalibrated: InputChannel.gyroscopeUncalibrated.topic
      case .magnetometerUncalibrated: InputChannel.magnetometerUncalibrated.topic
      }
    }

    /// The range that its values may have, in the unit of the channel.
    var usual: ClosedRange<Double> {
      switch self {
      case .gyroscope, .gyroscopeUncalibrated: SampleTable.usualTurn
      case .magnetometer, .magnetometerUncalibrated: SampleTable.usualField
      }
    }

    /// The calibrated sensor is the better source.
    var rank: Int {
      switch self {
      case .gyroscope, .magnetometer: 0
      case .gyroscopeUncalibrated, .magnetometerUncalibrated: 1
      }
    }
  }

  /// The sensors that give accelerations; the lower number is the better source.
  enum AccelerationSensor: Int {
    case total, uncalibrated, withoutGravity

    /// Recognises the sensor by the name of its file in lower case.
    init?(stem: String) {
      guard !stem.contains("watch"), !stem.contains("wrist") else { return nil }
      if stem.hasSuffix("totalacceleration") {
        self = .total
      } else if stem.hasSuffix("accelerometeruncalibrated") {
        self = .uncalibrated
      } else if stem.hasSuffix("accelerometer") {
        self = .withoutGravity
      } else {
        return nil
      }
    }

    /// Whether gravity is part of the values.
    var hasGravity: Bool { self != .withoutGravity }

    /// The topic of its channel beside that of a better source.
    var otherTopic: String? {
      switch self {
      case .total: nil
      case .uncalibrated: InputChannel.accelerometerUncalibrated.topic
      case .withoutGravity: InputChannel.linearAcceleration.topic
      }
    }
  }

  /// Takes what `Metadata.csv` says.
  func addFacts(
    reader: CSVReader,
    header: CSVHeader,
    to facts: inout RecordingFacts
  ) throws(CSVError) {
    let metadata = try SensorLoggerMetadata(reader: reader, header: header)
    facts.device = metadata.device
    facts.platform = metadata.platform
    facts.isStandardised = metadata.isStandardised
    facts.periods = metadata.periods
    facts.used += SensorLoggerMetadata.columns.compactMap { header.index($0) }
  }

  /// It depends on the phone's system and the sensor.
  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale {
    .sensorLogger(
      table,
      platform: facts.platform,
      isStandardised: facts.isStandardised,
      medianMagnitude: medianMagnitude
    )
  }
}
