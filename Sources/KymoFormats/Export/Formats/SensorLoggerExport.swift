import KymoMCAP
import KymoRecording
import KymoText

/// The folder that Sensor Logger exports: one CSV file a sensor, z first, and `Metadata.csv`.
///
/// Axes and units are those of Android, and of iOS with standardisation. The time of a fix is that of its event.
struct SensorLoggerExport: SessionExport {
  let parts: [ExportPart]
  private let session: ExportSession
  private let writer: SensorSheetWriter
  /// The place of `Metadata.csv`.
  private var metadata: Int { parts.count - 1 }

  /// Prepares to write a session.
  init(_ session: ExportSession) {
    self.session = session
    let hasGravity = session.description.gravity != .excluded
    writer = SensorSheetWriter(
      session.channels.map { Self.sheet($0, hasGravity: hasGravity) },
      unknown: "-1"
    )
    parts = writer.parts + [ExportPart("Metadata.csv")]
  }

  private static func sheet(_ channel: ExportChannel, hasGravity: Bool) -> SensorSheet? {
    func vector(_ name: String) -> SensorSheet {
      SensorSheet(name + ".csv", "z,y,x", [.number(2), .number(1), .number(0)])
    }
    switch channel.kind {
    case .acceleration: return vector(hasGravity ? "TotalAcceleration" : "Accelerometer")
    case .location:
      return SensorSheet(
        "Location.csv",
        "bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,bearing,altitude,"
          + "longitude,latitude",
        [
          .unknown, .unknown, .verticalAccuracy, .horizontalAccuracy, .speed, .course, .altitude,
          .longitude, .latitude,
        ]
      )
    case .numbers: break
    default: return nil
    }
    return switch channel.topic {
    case InputChannel.gyroscope.topic: vector("Gyroscope")
    case InputChannel.magnetometer.topic: vector("Magnetometer")
    case InputChannel.gravity.topic: vector("Gravity")
    case InputChannel.linearAcceleration.topic: vector("Accelerometer")
    case InputChannel.accelerometerUncalibrated.topic: vector("AccelerometerUncalibrated")
    case InputChannel.gyroscopeUncalibrated.topic: vector("GyroscopeUncalibrated")
    case InputChannel.magnetometerUncalibrated.topic: vector("MagnetometerUncalibrated")
    case InputChannel.barometer.topic:
      SensorSheet("Barometer.csv", "relativeAltitude,pressure", [.number(1), .hundredth(0)])
    default: nil
    }
  }

  func holds(_ channel: ExportChannel) -> Bool { writer.holds(channel, of: session.channels) }

  func part(of channel: Int) -> Int { channel }

  mutating func begin() { writer.begin(parts, times: "time,seconds_elapsed") }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    let text = parts[event.channel].text
    return writer.put(event.channel, data, into: text) {
      text.put(event.time)
      text.put(",")
      text.put(seconds: event.time &- session.start)
    }
  }

  mutating func end() {
    let used = zip(parts, writer.sheets).filter { $0.isBegun && $1 != nil }
      .map { $0.0.name.dropLast(4) }
    let time = CalendarTime(nanosecondsSinceEpoch: session.start).iso
    let text = parts[metadata].text
    text.put(
      "version,device name,recording epoch time,recording time,recording timezone,platform,"
        + "appVersion,device id,sensors,sampleRateMs,standardisation,platform version\n3,"
    )
    text.put(cell: session.description.device)
    text.put(",\(session.start / 1_000_000),")
    // 2026-11-26_10-00-00, as the app names its recordings.
    text.put(
      String(time.dropLast().map { $0 == "T" ? "_" : $0 == ":" ? "-" : $0 }) + ",UTC,android,"
    )
    text.put("kymograph,,\(used.joined(separator: "|")),")
    text.put(String(repeating: "|", count: max(0, used.count - 1)))
    text.put(",true,\n")
    parts[metadata].isBegun = true
  }
}
