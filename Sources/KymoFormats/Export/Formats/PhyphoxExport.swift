import KymoMCAP
import KymoRecording
import KymoText

/// The folder that phyphox exports: one CSV file a sensor, times in seconds since the start, and what it says about
/// phone and clock in `meta`.
struct PhyphoxExport: SessionExport {
  let parts: [ExportPart]
  private let session: ExportSession
  private let writer: SensorSheetWriter
  private var last: Int64?

  /// Prepares to write a session.
  init(_ session: ExportSession) {
    self.session = session
    let hasGravity = session.description.gravity != .excluded
    writer = SensorSheetWriter(
      session.channels.map { Self.sheet($0, hasGravity: hasGravity) },
      unknown: "NaN"
    )
    parts = writer.parts + [ExportPart("meta/device.csv"), ExportPart("meta/time.csv")]
  }

  private static func sheet(_ channel: ExportChannel, hasGravity: Bool) -> SensorSheet? {
    func vector(_ name: String, _ prefix: String, _ unit: String) -> SensorSheet {
      SensorSheet(
        name + ".csv",
        ["x", "y", "z"].map { axis in
          let name = prefix.isEmpty ? axis.uppercased() : prefix + axis
          return "\"\(name) (\(unit))\""
        }.joined(separator: ","),
        [.number(0), .number(1), .number(2)]
      )
    }
    let linear = vector("Linear Acceleration", "Linear Acceleration ", "m/s^2")
    switch channel.kind {
    case .acceleration: return hasGravity ? vector("Accelerometer", "", "m/s^2") : linear
    case .location:
      return SensorSheet(
        "Location.csv",
        "\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\",\"Velocity (m/s)\",\"Direction (°)\","
          + "\"Horizontal Accuracy (m)\",\"Vertical Accuracy (°)\"",
        [
          .latitude, .longitude, .altitude, .speed, .course, .horizontalAccuracy,
          .verticalAccuracy,
        ]
      )
    case .numbers: break
    default: return nil
    }
    return switch channel.topic {
    case InputChannel.gyroscope.topic: vector("Gyroscope", "", "rad/s")
    case InputChannel.magnetometer.topic: vector("Magnetometer", "", "µT")
    case InputChannel.linearAcceleration.topic: linear
    case InputChannel.barometer.topic:
      SensorSheet("Pressure.csv", "\"X (hPa)\"", [.hundredth(0)])
    default: nil
    }
  }

  func holds(_ channel: ExportChannel) -> Bool { writer.holds(channel, of: session.channels) }

  func part(of channel: Int) -> Int { channel }

  mutating func begin() { writer.begin(parts, times: "\"Time (s)\"") }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    let text = parts[event.channel].text
    last = event.time
    return writer.put(event.channel, data, into: text) {
      text.put(seconds: event.time &- session.start)
    }
  }

  mutating func end() {
    let (device, time) = (parts[parts.count - 2], parts[parts.count - 1])
    device.text.put("\"property\",\"value\"\n\"deviceModel\",")
    device.text.put(cell: session.description.device)
    device.text.put("\n")
    device.isBegun = true
    guard session.description.clock == .unix else { return }
    time.text.put("\"event\",\"experiment time\",\"system time\",\"system time text\"\n")
    for (event, moment) in [("START", session.start), ("PAUSE", last ?? session.start)] {
      time.text.put("\"\(event)\",")
      time.text.put(seconds: moment &- session.start)
      time.text.put(",")
      time.text.put(seconds: moment)
      time.text.put(",\"\(CalendarTime(nanosecondsSinceEpoch: moment).spaced)\"\n")
    }
    time.isBegun = true
  }
}
