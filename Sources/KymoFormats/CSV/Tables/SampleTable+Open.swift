import KymoRecording

extension SampleTable {
  /// The table of columns that are of no channel that is known.
  ///
  /// - Parameters:
  ///   - topic: the topic; if a standard channel has it, `/other` is added.
  ///   - columns: their places in the file, and the names of the fields.
  ///   - header: the columns of the file.
  ///   - times: the times.
  /// - Returns: nil if there are none.
  static func open(
    _ topic: String,
    _ columns: [(column: Int, name: String)],
    _ header: CSVHeader,
    times: TimeColumns
  ) -> SampleTable? {
    guard !columns.isEmpty else { return nil }
    let standard = InputChannel.usual + InputChannel.sensors
    let isTaken = standard.contains { $0.topic == topic }
    let fields = columns.map { column, name in
      let unit = header.columns[column].unit ?? Self.units[header.columns[column].name] ?? ""
      return Field(name: name, column: column, comment: unit)
    }
    return SampleTable(
      topic: isTaken ? topic + "/other" : topic,
      times: times,
      fields: fields,
      rank: 0,
      form: .undecided
    )
  }

  /// The table of all columns of a file that other tables do not take, each name once.
  static func rest(
    of header: CSVHeader,
    besides tables: [SampleTable],
    topic: String,
    times: TimeColumns
  ) -> SampleTable? {
    let taken = tables.flatMap { $0.fields.map(\.column) } + [times.time, times.elapsed]
    let columns = header.texts.indices.filter { index in
      !taken.contains(index) && header.duplicate(of: index) == nil && !header.texts[index].isEmpty
    }
    return open(topic, columns.map { ($0, header.name(of: $0)) }, header, times: times)
  }

  /// The table of fixes that are not those of the phone, but of one source, in a channel of numbers.
  init(_ fixes: LocationTable) {
    let units = [
      "latitude": "degrees north, WGS 84", "longitude": "degrees east, WGS 84", "altitude": "m",
      "horizontal accuracy": "m", "vertical accuracy": "m", "speed": "m/s over ground",
      "course": "degrees clockwise from true north",
    ]
    self.init(
      topic: fixes.topic,
      times: fixes.times,
      fields: fixes.uses.compactMap { column, name in
        guard let column else { return nil }
        let isSigned = ["latitude", "longitude", "altitude"].contains(name)
        return Field(
          name: name,
          column: column,
          isNonnegative: !isSigned,
          comment: units[name] ?? ""
        )
      },
      rank: fixes.rank,
      form: .numbers
    )
  }

  /// The units of columns that do not state theirs.
  private static let units = [
    "qx": "", "bpm": "beats per minute", "dbfs": "dB relative to full scale", "lux": "lx",
    "rssi": "dBm", "txpower": "dBm", "brightness": "0 to 1", "roll": "rad", "pitch": "rad",
    "yaw": "rad", "rotationratex": "rad/s", "rotationratey": "rad/s", "rotationratez": "rad/s",
  ]
}
