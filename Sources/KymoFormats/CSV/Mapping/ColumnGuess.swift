import KymoRecording

/// Guesses from their names what the columns of a plain CSV file are.
enum ColumnGuess {
  private static let times = [
    "time", "t", "timestamp", "ts", "datetime", "date_time", "date time", "unixtime", "unix_time",
    "epoch", "time_s", "time_ms", "time_us", "time_ns", "timestamp_ms", "timestamp_us",
    "timestamp_ns", "t_ms", "millis", "elapsed",
  ]
  private static let vectors: [(prefixes: [String], target: String)] = [
    (["a", "acc", "accel", "accelerometer", "acceleration"], ""),
    (["g", "gyr", "gyro", "gyroscope", "w", "omega"], "gyroscope/"),
    (["m", "mag", "magnetometer"], "magnetometer/"),
  ]
  private static let fix: [(target: String, names: [String])] = [
    ("lat", ["lat", "latitude"]), ("lon", ["lon", "lng", "long", "longitude"]),
    ("alt", ["alt", "altitude", "elevation", "ele"]), ("speed", ["speed", "velocity"]),
    ("course", ["course", "bearing"]), ("accuracy", ["accuracy", "hacc", "horizontal_accuracy"]),
  ]

  /// The statement of a header's columns.
  ///
  /// - Returns: nil if there is no time, or neither a triple of axes nor a place.
  static func columns(_ header: CSVHeader) -> [ColumnMapping]? {
    let names = header.columns.map(\.name)
    let clocks = times.compactMap { names.firstIndex(of: $0) }
    guard let time = clocks.first else { return nil }
    var mappings = [ColumnMapping(target: "time", column: header.name(of: time))]
    for (prefixes, target) in vectors {
      let found = prefixes.compactMap { axes($0, names) }
      for (axis, column) in zip(["x", "y", "z"], found.first ?? []) {
        mappings.append(ColumnMapping(target: target + axis, column: header.name(of: column)))
      }
    }
    var places: [ColumnMapping] = []
    for (target, known) in fix {
      guard let column = known.compactMap({ names.firstIndex(of: $0) }).first else { continue }
      places.append(ColumnMapping(target: target, column: header.name(of: column)))
    }
    if places.prefix(2).map(\.target) == ["lat", "lon"] { mappings += places }
    return mappings.count > 1 ? mappings : nil
  }

  /// The columns of x, y and z behind a prefix, each name once.
  private static func axes(_ prefix: String, _ names: [String]) -> [Int]? {
    for mark in ["", "_", ".", " ", "-"] {
      let columns = ["x", "y", "z"].map { axis in
        names.indices.filter { names[$0] == prefix + mark + axis }
      }
      if columns.allSatisfy({ $0.count == 1 }) { return columns.map { $0[0] } }
    }
    return nil
  }
}
