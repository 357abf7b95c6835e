import KymoRecording

/// The CSV export of phyphox: times in seconds since the start, units in the names of the columns.
///
/// All sensors of one experiment count from the same zero. Accelerations are on the canonical axes
/// already.
struct PhyphoxCSV: CSVDialect {
  var name: String { "phyphox CSV" }
  var understood: String { "phyphox CSV (Time (s), X (m/s^2), ... or Latitude (°), ...)" }
  var altitudeDatum: SessionDescription.AltitudeDatum { .unknown }
  var accuracyConfidence: SessionDescription.AccuracyConfidence { .unknown }

  func roles(header: CSVHeader, stem: String, time: Int?) -> [TableRole] {
    if header.index("property") != nil, header.index("value") != nil { return [.facts] }
    if header.index("experiment time") != nil, header.index("system time") != nil {
      return [.unused]
    }
    guard let time = time ?? header.index("time"), header.columns[time].unit == "s" else {
      return []
    }
    let times = TimeColumns(time: time, unit: .seconds, basis: .header, origin: .start)
    if let latitude = header.index("latitude"), let longitude = header.index("longitude") {
      let location = TableRole.location(
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
      return [location] + AccelerationTable.combined(header: header, times: times)
    }
    let role = acceleration(header: header, stem: stem, times: times)
    return [role == .unused ? samples(header: header, times: times) ?? .unused : role]
  }

  /// A sensor that its unit gives away: nothing else is in rad/s, in µT or in hPa.
  private func samples(header: CSVHeader, times: TimeColumns) -> TableRole? {
    if let pressure = header.columns.firstIndex(where: { $0.unit == "hPa" }) {
      let fields = [
        SampleTable.Field(
          name: "pressure",
          column: pressure,
          factor: 100,
          usual: SampleTable.usualPressure
        ),
        SampleTable.Field(name: "relative altitude"),
      ]
      return .samples(
        SampleTable(topic: InputChannel.barometer.topic, times: times, fields: fields, rank: 0)
      )
    }
    for prefix in ["", "gyroscope ", "magnetic field ", "magnetometer "] {
      guard let x = header.index(prefix + "x"), let y = header.index(prefix + "y"),
        let z = header.index(prefix + "z")
      else { continue }
      let topic: String
      let usual: ClosedRange<Double>
      switch header.columns[x].unit {
      case "rad/s": (topic, usual) = (InputChannel.gyroscope.topic, SampleTable.usualTurn)
      case "\u{B5}T", "\u{3BC}T", "uT":
        (topic, usual) = (InputChannel.magnetometer.topic, SampleTable.usualField)
      default: continue
      }
      let fields = [("x", x), ("y", y), ("z", z)].map {
        SampleTable.Field(name: $0.0, column: $0.1, usual: usual)
      }
      return .samples(SampleTable(topic: topic, times: times, fields: fields, rank: 0))
    }
    return nil
  }

  private func acceleration(
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
        if unit == nil { return .unused }  // A quantity that is no acceleration.
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

  /// Takes the model of the phone from `device.csv`.
  func addFacts(
    reader: CSVReader,
    header: CSVHeader,
    to facts: inout RecordingFacts
  ) throws(CSVError) {
    guard facts.device.isEmpty, let property = header.index("property"),
      let value = header.index("value")
    else { return }
    facts.used = [property, value]
    var reader = reader
    while try reader.nextRow() {
      guard reader.fieldCount > max(property, value) else { continue }
      guard reader.text(property).lowercased() == "devicemodel" else { continue }
      facts.device = reader.text(value)
      return
    }
  }

  /// The header has the unit, and the axes are canonical.
  func scale(
    _ table: AccelerationTable,
    _ facts: RecordingFacts,
    medianMagnitude: Double
  ) -> AccelerationScale {
    .phyphox(table, medianMagnitude: medianMagnitude)
  }
}
