import KymoCore
import KymoRecording

/// The columns of a file of SensorLog, by sensor.
struct SensorLogTable {
  /// The names of the columns.
  let header: CSVHeader
  /// The column of the time of day with its date; nil if there is none.
  let wall: Int?
  /// The clocks by which times since the phone was switched on become times since 1970.
  let bridge: ClockBridge?
  /// The column of the time of all sensors, if the user says so.
  let asked: Int?

  /// The roles of the file: one a sensor.
  var roles: [TableRole] {
    var roles: [TableRole] = []
    roles += [fixes].compactMap { $0 }
    roles += accelerations
    let tables = samples
    roles += tables.map { .samples($0) }
    return roles + others(besides: tables).map { .samples($0) }
  }

  /// The times of the sensor whose columns begin with `prefix`; nil if the file has none for it.
  private func times(_ prefix: String) -> TimeColumns? {
    if let asked {
      return TimeColumns(
        time: asked,
        unit: .seconds,
        basis: .nothing,
        origin: .unknown,
        sharing: .held
      )
    }
    let date = header.index(prefix + "timestamp_since1970")
    if let time = date ?? header.index(prefix + "timestamp_sincereboot") {
      return TimeColumns(
        time: time,
        unit: .seconds,
        basis: .header,
        origin: date == nil ? .unknown : .unix,
        sharing: .repeated,
        bridge: date == nil ? bridge : nil
      )
    }
    return wall.map {
      TimeColumns(time: $0, unit: .iso8601, basis: .habit, origin: .unix, sharing: .held)
    }
  }

  private var fixes: TableRole? {
    guard let latitude = header.index("locationlatitude"),
      let longitude = header.index("locationlongitude"), let times = times("location")
    else { return nil }
    return .location(
      LocationTable(
        times: times,
        latitude: latitude,
        longitude: longitude,
        altitude: header.index("locationaltitude"),
        horizontalAccuracy: header.index("locationhorizontalaccuracy"),
        verticalAccuracy: header.index("locationverticalaccuracy"),
        speed: header.index("locationspeed"),
        course: header.index("locationcourse"),
        rank: 0
      )
    )
  }

  /// The columns of three axes whose names begin with `prefix`.
  private func axes(_ prefix: String) -> (x: Int, y: Int, z: Int)? {
    guard let x = header.index(prefix + "x"), let y = header.index(prefix + "y"),
      let z = header.index(prefix + "z")
    else { return nil }
    return (x, y, z)
  }

  private var accelerations: [TableRole] {
    func table(_ prefix: String, _ clock: String, rank: Int) -> AccelerationTable? {
      guard let axes = axes(prefix), let times = times(clock) else { return nil }
      return AccelerationTable(
        times: times,
        x: axes.x,
        y: axes.y,
        z: axes.z,
        unit: header.columns[axes.x].unit.flatMap { AccelerationUnit(header: $0) },
        hasGravity: rank == 0,
        otherTopic: rank == 0 ? nil : InputChannel.linearAcceleration.topic,
        rank: rank
      )
    }
    var roles: [TableRole] = []
    if let total = table("accelerometeracceleration", "accelerometer", rank: 0) {
      roles.append(.acceleration(total))
    }
    if let linear = table("motionuseracceleration", "motion", rank: 1) {
      roles.append(.acceleration(linear))
    }
    if let gravity = table("motiongravity", "motion", rank: 0) { roles.append(.gravity(gravity)) }
    return roles
  }

  private var samples: [SampleTable] {
    var tables: [SampleTable] = []
    let vectors:
      [(prefix: String, clock: String, InputChannel, other: InputChannel?, ClosedRange<Double>)] = [
        ("motionrotationrate", "motion", .gyroscope, nil, SampleTable.usualTurn),
        ("gyrorotation", "gyro", .gyroscope, .gyroscopeUncalibrated, SampleTable.usualTurn),
        ("motionmagneticfield", "motion", .magnetometer, nil, SampleTable.usualField),
        (
          "magnetometer", "magnetometer", .magnetometer, .magnetometerUncalibrated,
          SampleTable.usualField
        ),
      ]
    for (prefix, clock, channel, other, usual) in vectors {
      guard let axes = axes(prefix), let times = times(clock) else { continue }
      let fields = [("x", axes.x), ("y", axes.y), ("z", axes.z)].map {
        SampleTable.Field(name: $0.0, column: $0.1, usual: usual)
      }
      tables.append(
        SampleTable(
          topic: channel.topic,
          times: times,
          fields: fields,
          rank: other == nil ? 0 : 1,
          otherTopic: other?.topic
        )
      )
    }
    return tables + known
  }

  private var known: [SampleTable] {
    let sensors: [(clock: String, InputChannel, [(field: String, column: String)])] = [
      ("motion", .orientation, ["x", "y", "z", "w"].map { ($0, "motionquaternion" + $0) }),
      ("motion", .orientationEuler, ["roll", "pitch", "yaw"].map { ($0, "motion" + $0) }),
      (
        "locationheading", .compass,
        [("heading", "locationmagneticheading"), ("accuracy", "locationheadingaccuracy")]
      ),
      (
        "altimeter", .barometer,
        [("pressure", "altimeterpressure"), ("relative altitude", "altimeterrelativealtitude")]
      ),
      (
        "pedometer", .pedometer,
        [
          ("steps", "pedometernumberofsteps"), ("distance", "pedometerdistance"),
          ("floors ascended", "pedometerfloorascended"),
          ("floors descended", "pedometerfloordescended"),
          ("cadence", "pedometercurrentcadence"), ("pace", "pedometercurrentpace"),
        ]
      ),
      ("battery", .battery, [("level", "batterylevel")]),
      ("avaudiorecorder", .soundLevel, [("level", "avaudiorecorderaveragepower")]),
    ]
    return sensors.compactMap { clock, channel, columns in
      let found = columns.map { header.index($0.column) }
      let isWhole = channel != .orientation || !found.contains(nil)
      guard let times = times(clock), isWhole, found.contains(where: { $0 != nil }) else {
        return nil
      }
      let fields = zip(columns, found).map { column, place in
        var field = SampleTable.Field(name: column.field, column: place)
        if channel == .barometer, field.name == "pressure" {
          field.factor = 1000  // The app writes kPa.
          field.usual = SampleTable.usualPressure
        }
        field.isNonnegative = channel == .compass || channel == .battery
        return field
      }
      return SampleTable(topic: channel.topic, times: times, fields: fields, rank: 0)
    }
  }

  /// The sensors without a channel of their own.
  private func others(besides tables: [SampleTable]) -> [SampleTable] {
    let names = ["activity", "label", "deviceOrientation", "batteryState", "motionHeading"]
    return names.compactMap { name in
      let columns = header.columns.indices.filter { index in
        let column = header.columns[index].name
        return name == "activity"
          ? column.hasPrefix(name) && !column.contains("timestamp") : column == name.lowercased()
      }
      guard let times = times(name.hasPrefix("motion") ? "motion" : name) else { return nil }
      return SampleTable.open(
        InputChannel.topic(named: name),
        columns.map { ($0, header.name(of: $0)) },
        header,
        times: times
      )
    }
  }
}
