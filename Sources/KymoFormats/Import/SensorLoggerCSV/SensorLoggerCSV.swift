/// The CSV export of Sensor Logger: one file per sensor, times in ns since 1970.
///
/// All sensors with three axes have the same header, so the file's name says which one it is.
/// Columns are found by name: z comes first, and the order in `Location.csv` differs between
/// versions.
enum SensorLoggerCSV {
  /// The name of the format, for the origin of a session.
  static let name = "Sensor Logger CSV"

  /// What the file is to the import, or nil if its columns are not those of Sensor Logger.
  static func role(header: CSVHeader, stem: String) -> TableRole? {
    if header.index("recording epoch time") != nil || header.index("device name") != nil {
      return .facts
    }
    guard let time = header.index("time"), header.columns[time].unit == nil else { return nil }
    let elapsed = header.index("seconds_elapsed")
    let times = TimeColumns(time: time, scale: 0, elapsed: elapsed, isRelative: false)
    if let latitude = header.index("latitude"), let longitude = header.index("longitude") {
      return .location(
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
    }
    guard let x = header.index("x"), let y = header.index("y"), let z = header.index("z") else {
      return elapsed == nil ? nil : .unused
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
      return knownOthers.contains { stem.contains($0) } ? .unused : .unknownSensor
    }
    table.hasGravity = sensor.hasGravity
    table.rank = sensor.rawValue
    return .acceleration(table)
  }

  /// Parts of the names of files with three axes that are no accelerations of the phone.
  private static let knownOthers = [
    "gyro", "magnet", "gravity", "orientation", "watch", "wrist", "headphone", "compass",
  ]

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
}
