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

  func roles(header: CSVHeader, title: String, time: Int?) -> [TableRole] {
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
    switch acceleration(header: header, title: title, times: times) {
    case .unused: return samples(header: header, title: title, times: times)
    case let role: return [role]
    }
  }

  /// A sensor that its unit gives away, since nothing else is in rad/s, in µT, in hPa or in lx.
  ///
  /// Anything else is of a channel that is named after the file.
  private func samples(header: CSVHeader, title: String, times: TimeColumns) -> [TableRole] {
    var tables = vectors(header: header, times: times)
    if tables.isEmpty, let known = known(header: header, title: title, times: times) {
      tables = [known]
    }
    let rest = SampleTable.rest(
      of: header,
      besides: tables,
      topic: tables.first.map { $0.topic + "/more" } ?? InputChannel.topic(named: title),
      times: times
    )
    // The magnitude of three values says nothing that they do not say.
    if let rest,
      tables.isEmpty || !rest.fields.allSatisfy({ $0.name.lowercased().contains("absolute") })
    {
      tables.append(rest)
    }
    return tables.isEmpty ? [.unused] : tables.map { .samples($0) }
  }

  /// A sensor with one value, or the attitude as a quaternion.
  private func known(header: CSVHeader, title: String, times: TimeColumns) -> SampleTable? {
    func field(_ name: String, _ unit: String) -> SampleTable.Field? {
      header.columns.firstIndex { $0.unit == unit }.map {
        SampleTable.Field(name: name, column: $0)
      }
    }
    func table(_ channel: InputChannel, _ fields: [SampleTable.Field]) -> SampleTable {
      SampleTable(topic: channel.topic, times: times, fields: fields, rank: 0)
    }
    if var pressure = field("pressure", "hPa") {
      pressure.factor = 100
      pressure.usual = SampleTable.usualPressure
      return table(.barometer, [pressure, SampleTable.Field(name: "relative altitude")])
    }
    if let light = field("illuminance", "lx") { return table(.light, [light]) }
    if let warmth = field("temperature", "°C") { return table(.temperature, [warmth]) }
    let isAttitude = ["attitude", "orientation"].contains { title.lowercased().contains($0) }
    let parts = ["x", "y", "z", "w"].compactMap { name in
      header.index(name).map { SampleTable.Field(name: name, column: $0) }
    }
    return isAttitude && parts.count == 4 ? table(.orientation, parts) : nil
  }

  /// The three axes of a gyroscope or a magnetometer.
  private func vectors(header: CSVHeader, times: TimeColumns) -> [SampleTable] {
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
      return [SampleTable(topic: topic, times: times, fields: fields, rank: 0)]
    }
    return []
  }

  private func acceleration(
    header: CSVHeader,
    title: String,
    times: TimeColumns
  ) -> TableRole {
    let stem = title.lowercased()
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
        let topic = InputChannel.topic(named: title)
        let rest = SampleTable.rest(of: header, besides: [], topic: topic, times: times)
        return header.index("w") != nil ? .unused : rest.map { .unknownSensor($0) } ?? .unused
      }
      return .acceleration(
        AccelerationTable(
          times: times,
          x: x,
          y: y,
          z: z,
          unit: unit,
          hasGravity: !isLinear,
          otherTopic: isLinear ? InputChannel.linearAcceleration.topic : nil,
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
