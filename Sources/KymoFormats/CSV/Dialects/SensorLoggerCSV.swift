import KymoRecording

/// The CSV export of Sensor Logger: one file per sensor, times in ns since 1970.
///
/// All sensors with three axes have the same header, so the file's name says which one it is.
/// Columns are found by name: z comes first, and the order in `Location.csv` differs between
/// versions.
struct SensorLoggerCSV: CSVDialect {
  var name: String { "Sensor Logger CSV" }
  var understood: String {
    "Sensor Logger CSV (time, seconds_elapsed, z, y, x or latitude, longitude, ...)"
  }
  var altitudeDatum: SessionDescription.AltitudeDatum { .ellipsoid }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .percent68 }

  func roles(header: CSVHeader, stem: String, time: Int?) -> [TableRole] {
    if header.index("recording epoch time") != nil || header.index("device name") != nil {
      return [.facts]
    }
    guard let times = times(header, asked: time) else { return [] }
    if let latitude = header.index("latitude"), let longitude = header.index("longitude") {
      let location = TableRole.location(
        LocationTable(
          times: times,
          latitude: latitude,
          longitude: longitude,
          altitude: header.index("altitude"),
          horizontalAccuracy: header.index("horizontalaccuracy"),
          verticalAccuracy: header.index("verticalaccuracy"),
          speed: header.index("speed"),
          course: header.index("bearing"),
          rank: stem.hasSuffix("gps") ? 1 : stem.hasSuffix("network") ? 2 : 0
        )
      )
      return [location] + AccelerationTable.combined(header: header, times: times)
    }
    guard let role = sensor(header: header, stem: stem, times: times) else { return [] }
    return [role]
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

  /// Returns the role of a file of one sensor.
  private func sensor(header: CSVHeader, stem: String, times: TimeColumns) -> TableRole? {
    let elapsed = times.elapsed
    guard let x = header.index("x"), let y = header.index("y"), let z = header.index("z") else {
      if let barometer = barometer(header: header, stem: stem, times: times) { return barometer }
      return elapsed == nil ? nil : .unused
    }
    if let sensor = OtherSensor(stem: stem) {
      let fields = [("x", x), ("y", y), ("z", z)].map {
        SampleTable.Field(name: $0.0, column: $0.1, usual: sensor.usual)
      }
      return .samples(
        SampleTable(topic: sensor.topic, times: times, fields: fields, rank: sensor.rank)
      )
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
    if stem == "gravity" { return .gravity(table) }
    guard let sensor = AccelerationSensor(stem: stem) else {
      return Self.knownOthers.contains { stem.contains($0) } ? .unused : .unknownSensor
    }
    table.hasGravity = sensor.hasGravity
    table.rank = sensor.rawValue
    return .acceleration(table)
  }

  /// Parts of the names of files with three axes that are no accelerations of the phone.
  private static let knownOthers = [
    "gyro", "magnet", "gravity", "orientation", "watch", "wrist", "headphone", "compass",
  ]

  /// `Barometer.csv`: the pressure in hPa, and the altitude in m relative to the start.
  private func barometer(header: CSVHeader, stem: String, times: TimeColumns) -> TableRole? {
    guard stem.hasSuffix("barometer"), !Self.isWorn(stem),
      let pressure = header.index("pressure")
    else { return nil }
    return .samples(
      SampleTable(
        topic: InputChannel.barometer.topic,
        times: times,
        fields: [
          SampleTable.Field(
            name: "pressure",
            column: pressure,
            factor: 100,
            usual: SampleTable.usualPressure
          ),
          SampleTable.Field(name: "relative altitude", column: header.index("relativealtitude")),
        ],
        rank: 0
      )
    )
  }

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
