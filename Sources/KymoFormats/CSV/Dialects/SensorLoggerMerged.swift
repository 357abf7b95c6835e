import KymoRecording

/// The columns of a merged file of Sensor Logger: those of all sensors, each behind the name of its sensor.
///
/// `accelerometer_x` is the column `x` of `Accelerometer.csv`. Every row has the values of one sensor, and nothing in the
/// other columns.
struct SensorLoggerMerged {
  /// The columns of one sensor.
  struct Part {
    /// The name of the sensor as the file spells it.
    var title: Substring
    /// The columns, named as in a file of their own, at their places in this one.
    var header: CSVHeader
  }

  /// The times, with rows of several sensors.
  let times: TimeColumns
  /// The sensors in the order of their first columns; none if it is no merged file.
  private(set) var parts: [Part] = []

  /// The sensors of which one at least has to be there, in lower case.
  private static let known = [
    "accelerometer", "totalacceleration", "accelerometeruncalibrated", "gravity", "gyroscope",
    "gyroscopeuncalibrated", "magnetometer", "magnetometeruncalibrated", "orientation", "barometer",
    "location", "locationgps", "locationnetwork", "compass", "heartrate", "pedometer",
    "wristmotion",
    "light", "microphone", "battery",
  ]

  /// Takes the columns of a file apart.
  init(header: CSVHeader, times: TimeColumns) {
    var times = times
    times.sharing = .sparse
    self.times = times
    guard header.index("x", "y", "z") == nil else { return }
    var prefixes: [String] = []
    for index in header.texts.indices where index != times.time && index != times.elapsed {
      let text = header.texts[index]
      guard let end = text.firstIndex(where: { "_. ".contains($0) }), end > text.startIndex else {
        continue
      }
      let prefix = String(text[...end])
      if !prefixes.contains(where: { $0.lowercased() == prefix.lowercased() }) {
        prefixes.append(prefix)
      }
    }
    guard prefixes.contains(where: { Self.known.contains($0.dropLast().lowercased()) }) else {
      return
    }
    parts = prefixes.map { prefix in
      Part(
        title: prefix.dropLast(),
        header: header.part(prefix.lowercased(), [times.time, times.elapsed])
      )
    }
  }
}
