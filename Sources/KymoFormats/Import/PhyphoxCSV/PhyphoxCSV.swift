/// The CSV export of phyphox: times in seconds since the start, units in the names of the columns.
///
/// All sensors of one experiment count from the same zero. Accelerations are on the canonical axes
/// already.
enum PhyphoxCSV {
  /// The name of the format, for the origin of a session.
  static let name = "phyphox CSV"

  /// What the file is to the import, or nil if its columns are not those of phyphox.
  static func role(header: CSVHeader, stem: String) -> TableRole? {
    if header.index("property") != nil, header.index("value") != nil { return .facts }
    if header.index("experiment time") != nil, header.index("system time") != nil { return .unused }
    guard let time = header.index("time"), header.columns[time].unit == "s" else { return nil }
    let times = TimeColumns(time: time, scale: 9, elapsed: nil, isRelative: true)
    if let latitude = header.index("latitude"), let longitude = header.index("longitude") {
      return .location(
        LocationTable(
          times: times,
          latitude: latitude,
          longitude: longitude,
          altitude: header.index("height", "altitude"),
          horizontalAccuracy: header.index("horizontal accuracy", "accuracy"),
          verticalAccuracy: header.index("vertical accuracy"),
          speed: header.index("velocity", "speed"),
          course: header.index("direction"),
          rank: 0
        )
      )
    }
    return acceleration(header: header, stem: stem, times: times)
  }

  private static func acceleration(
    header: CSVHeader,
    stem: String,
    times: TimeColumns
  ) -> TableRole {
    for prefix in ["", "acceleration ", "accelerometer ", "linear acceleration "] {
      guard let x = header.index(prefix + "x"), let y = header.index(prefix + "y"),
        let z = header.index(prefix + "z")
      else { continue }
      let isLinear = prefix.hasPrefix("linear") || stem.contains("linear")
      let isAcceleration = stem.contains("accelero") || stem.contains("acceleration")
      var unit: AccelerationUnit?
      if let text = header.columns[x].unit {
        unit = AccelerationUnit(header: text)
        if unit == nil { return .unused }  // A gyroscope, a magnetometer.
      } else if prefix.isEmpty, !isAcceleration {
        return .unknownSensor
      }
      return .acceleration(
        AccelerationTable(
          times: times,
          x: x,
          y: y,
          z: z,
          unit: unit,
          hasGravity: !isLinear,
          rank: isLinear ? 1 : 0
        )
      )
    }
    return .unused
  }

  /// The model of the phone from `device.csv`, or an empty text.
  static func device(reader: CSVReader, header: CSVHeader) throws(CSVError) -> String {
    guard let property = header.index("property"), let value = header.index("value") else {
      return ""
    }
    var reader = reader
    while try reader.nextRow() {
      guard reader.fieldCount > max(property, value) else { continue }
      if reader.text(property).lowercased() == "devicemodel" { return reader.text(value) }
    }
    return ""
  }
}
