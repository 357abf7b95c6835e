import KymoCore
import KymoMCAP
import KymoRecording

/// A shell script that plays a session to the console of Android's emulator, as long apart as it was recorded.
///
/// Locations are `geo fix`, sensors `sensor set`. Every line waits from the one before, so that the script falls behind
/// where events come faster than the shell can sleep.
struct EmulatorExport: SessionExport {
  let parts = [ExportPart()]
  private let session: ExportSession
  private let names: [String?]
  private var last: Int64?

  /// Metres per second to knots.
  private static let knots = 3600.0 / 1852.0

  /// Prepares to write a session.
  init(_ session: ExportSession) {
    self.session = session
    names = session.channels.map { Self.name($0) }
  }

  /// The sensor as the console names it; "geo" for locations.
  private static func name(_ channel: ExportChannel) -> String? {
    switch channel.kind {
    case .acceleration: return "acceleration"
    case .location: return "geo"
    case .numbers: break
    default: return nil
    }
    return switch channel.topic {
    case InputChannel.gyroscope.topic: "gyroscope"
    case InputChannel.gyroscopeUncalibrated.topic: "gyroscope-uncalibrated"
    case InputChannel.magnetometer.topic: "magnetic-field"
    case InputChannel.magnetometerUncalibrated.topic: "magnetic-field-uncalibrated"
    case InputChannel.barometer.topic: "pressure"
    case InputChannel.light.topic: "light"
    case InputChannel.temperature.topic: "temperature"
    case InputChannel.humidity.topic: "humidity"
    case InputChannel.heartRate.topic: "heart-rate"
    default: nil
    }
  }

  func holds(_ channel: ExportChannel) -> Bool { Self.name(channel) != nil }

  mutating func begin() {
    parts[0].text.put(
      """
      #!/bin/sh
      # Plays a session to Android's emulator: sh THIS [PORT], where 5554 is the first emulator's.
      # sh THIS - prints the commands instead, at their times.
      play() {
        echo "auth $(cat "$HOME/.emulator_console_auth_token" 2>/dev/null)"
        while read -r wait command; do
          [ "$wait" = 0 ] || sleep "$wait"
          echo "$command"
        done
        echo quit
      }
      if [ "$1" = - ]; then out=cat; else out="nc localhost ${1:-5554}"; fi
      play <<'END' | $out

      """
    )
  }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let name = names[event.channel] else { return false }
    let line = ExportText()
    if name == "geo" {
      guard let fix = ExportReading.fix(data) else { return false }
      put(fix, into: line)
    } else {
      guard put(event.channel, name, data, into: line) else { return false }
    }
    let text = parts[0].text
    text.put(seconds: event.time &- (last ?? event.time))
    text.put(" ")
    text.put(line)
    text.put("\n")
    last = event.time
    return true
  }

  private func put(_ fix: Location, into line: ExportText) {
    line.put("geo fix ")
    line.put(decimal: fix.longitude)
    line.put(" ")
    line.put(decimal: fix.latitude)
    guard fix.altitude.isFinite else { return }
    line.put(" ")
    line.put(decimal: fix.altitude)
    guard fix.speed.isFinite else { return }
    // Between altitude and speed stands the number of satellites, which nobody knows.
    line.put(" 10 ")
    line.put(decimal: Double(fix.speed) * Self.knots)
  }

  private func put(
    _ channel: Int,
    _ name: String,
    _ data: RawSpan,
    into line: ExportText
  ) -> Bool {
    let count =
      switch session.channels[channel].kind {
      case .acceleration: 3
      case .numbers(let names): name == "pressure" ? 1 : names.count
      default: 0
      }
    guard count > 0, ExportReading.has(count, data) else { return false }
    line.put("sensor set \(name) ")
    for place in 0..<count {
      let value = ExportReading.double(place, data)
      guard value.isFinite else { return false }
      if place > 0 { line.put(":") }
      // The console takes hPa.
      line.put(decimal: "\(value)", movedBy: name == "pressure" ? -2 : 0)
    }
    return true
  }

  mutating func end() { parts[0].text.put("END\n") }
}
