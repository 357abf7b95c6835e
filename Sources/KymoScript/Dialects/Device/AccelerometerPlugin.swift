import KymoCore
import KymoText

/// Cordova's accelerometer: `start` is answered with samples until `stop`.
///
/// Accelerations are in m/s², +9.81 on z at rest face up on both phones. Android gives floats, no more often than every
/// 66 ms (SENSOR_DELAY_UI); iOS gives every sample, in its own unit of 9.81 m/s².
struct AccelerometerPlugin {
  /// What is the least distance of two samples on Android, in ns: SENSOR_DELAY_UI less the jitter of a clock.
  private static var interval: Int64 { 66_000_000 }
  /// How long Android waits for a first sample, in ns.
  private static var patience: Int64 { 2_000_000_000 }

  private var token: String?
  private var last: Int64?
  /// When a sample must have come, in ns.
  private(set) var nextDue: Int64?

  /// Takes a call.
  ///
  /// - Returns: whether it is one of its own.
  mutating func take(_ call: DialectCall, _ moment: inout DeviceMoment) -> Bool {
    switch call.command {
    case "Accelerometer.start":
      token = call.token
      last = nil
      nextDue = moment.platform == .android ? moment.now + Self.patience : nil
    case "Accelerometer.stop":
      lose()
      moment.answer(call.token, .value(nil))
    default: return false
    }
    return true
  }

  /// Takes a sample, in m/s².
  mutating func take(_ acceleration: Acceleration, _ moment: inout DeviceMoment) {
    guard let token else { return }
    var values = [acceleration.x, acceleration.y, acceleration.z]
    switch moment.platform {
    case .android:
      if let last, moment.now - last < Self.interval { return }
      values = values.map { Double(Float($0)) }
    case .ios: values = values.map { $0 * 9.81 / 9.80665 }
    }
    last = moment.now
    nextDue = nil
    say(values, token, &moment)
  }

  /// Android gives zeros if no sample has come.
  mutating func advance(_ moment: inout DeviceMoment) {
    guard let token, let due = nextDue, due <= moment.now else { return }
    nextDue = nil
    say([0, 0, 0], token, &moment)
  }

  private func say(_ values: [Double], _ token: String, _ moment: inout DeviceMoment) {
    let sample: JSONText = [
      "x": JSONText(values[0]), "y": JSONText(values[1]), "z": JSONText(values[2]),
      "timestamp": JSONText(moment.milliseconds),
    ]
    moment.answer(token, .value(sample.line), keeps: true)
  }

  /// Forgets who waits.
  mutating func lose() { (token, last, nextDue) = (nil, nil, nil) }
}
