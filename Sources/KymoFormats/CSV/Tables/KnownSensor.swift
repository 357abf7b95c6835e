import KymoRecording

/// A sensor that has a well-known channel: the columns that apps write for it.
struct KnownSensor {
  /// The ends of the names of its files, in lower case.
  var names: [String]
  /// The channel.
  var channel: InputChannel
  /// The names of the column of each field, in lower case and without a prefix, in the order of the channel.
  var columns: [(field: String, names: [String])]
  /// Whether it takes all columns to make a message.
  var needsAll = false

  /// The sensors of phones and watches, but for those with three axes.
  static let all = [
    KnownSensor(
      names: ["barometer", "pressure"],
      channel: .barometer,
      columns: [("pressure", ["pressure"]), ("relative altitude", ["relativealtitude"])]
    ),
    KnownSensor(
      names: ["orientation", "attitude"],
      channel: .orientation,
      columns: ["x", "y", "z", "w"].map { ($0, ["q" + $0]) },
      needsAll: true
    ),
    KnownSensor(
      names: ["orientation", "attitude"],
      channel: .orientationEuler,
      columns: ["roll", "pitch", "yaw"].map { ($0, [$0]) }
    ),
    KnownSensor(
      names: ["compass", "heading"],
      channel: .compass,
      columns: [
        ("heading", ["magneticbearing", "heading", "trueheading"]),
        ("accuracy", ["accuracy", "headingaccuracy"]),
      ]
    ),
    KnownSensor(
      names: ["heartrate", "heart rate"],
      channel: .heartRate,
      columns: [("rate", ["bpm", "heartrate", "heart rate"])]
    ),
    KnownSensor(
      names: ["pedometer"],
      channel: .pedometer,
      columns: [
        ("steps", ["steps", "numberofsteps"]), ("distance", ["distance"]),
        ("floors ascended", ["floorsascended"]), ("floors descended", ["floorsdescended"]),
        ("cadence", ["currentcadence"]), ("pace", ["currentpace"]),
      ]
    ),
    KnownSensor(
      names: ["light", "lightsensor"],
      channel: .light,
      columns: [("illuminance", ["lux", "illuminance"])]
    ),
    KnownSensor(
      names: ["temperature"],
      channel: .temperature,
      columns: [("temperature", ["temperature"])]
    ),
    KnownSensor(
      names: ["humidity"],
      channel: .humidity,
      columns: [("relative humidity", ["humidity", "relativehumidity"])]
    ),
    KnownSensor(
      names: ["microphone"],
      channel: .soundLevel,
      columns: [("level", ["dbfs"])]
    ),
    KnownSensor(
      names: ["battery"],
      channel: .battery,
      columns: [("level", ["batterylevel", "level"])]
    ),
  ]

  /// The table of the sensor in a file, if it has its columns.
  ///
  /// - Parameters:
  ///   - header: the columns of the file.
  ///   - prefix: what stands before the name of each of them, in lower case.
  ///   - times: the times.
  /// - Returns: nil if it has none of them, or not all that it takes.
  func table(_ header: CSVHeader, prefix: String = "", times: TimeColumns) -> SampleTable? {
    let found = columns.map { column in
      column.names.lazy.compactMap { header.index(prefix + $0) }.first
    }
    guard found.contains(where: { $0 != nil }), !needsAll || !found.contains(nil) else {
      return nil
    }
    let fields = zip(columns, found).map { field, column in
      var field = SampleTable.Field(name: field.field, column: column)
      if channel.topic == InputChannel.barometer.topic, field.name == "pressure" {
        field.factor = 100  // Apps write hPa.
        field.usual = SampleTable.usualPressure
      }
      return field
    }
    return SampleTable(topic: channel.topic, times: times, fields: fields, rank: 0)
  }
}
