import KymoRecording

/// The lines of a GnssLogger file that are read, by their first fields.
enum GnssLine: Int, CaseIterable {
  case fix, accelerometer, uncalibratedAccelerometer, gyroscope, uncalibratedGyroscope
  case magnetometer, uncalibratedMagnetometer, orientation, gameRotation

  /// The first field.
  var name: StaticString {
    switch self {
    case .fix: "Fix"
    case .accelerometer: "Accel"
    case .uncalibratedAccelerometer: "UncalAccel"
    case .gyroscope: "Gyro"
    case .uncalibratedGyroscope: "UncalGyro"
    case .magnetometer: "Mag"
    case .uncalibratedMagnetometer: "UncalMag"
    case .orientation: "OrientationDeg"
    case .gameRotation: "GameRotationVector"
    }
  }

  /// How many numbers a sensor gives; 0 for fixes.
  var numberCount: Int {
    switch self {
    case .fix: 0
    case .gameRotation: 4
    default: 3
    }
  }

  /// The channel of its rows.
  ///
  /// - Parameter hasCalibrated: whether there are accelerations beside the uncalibrated ones.
  /// - Returns: the channel.
  func channel(hasCalibrated: Bool) -> InputChannel {
    switch self {
    case .fix: .location
    case .accelerometer: .accelerometer
    case .uncalibratedAccelerometer: hasCalibrated ? .accelerometerUncalibrated : .accelerometer
    case .gyroscope: .gyroscope
    case .uncalibratedGyroscope: .gyroscopeUncalibrated
    case .magnetometer: .magnetometer
    case .uncalibratedMagnetometer: .magnetometerUncalibrated
    case .orientation: .orientationEuler
    case .gameRotation: .orientation.topic("/orientation/game")
    }
  }

  /// Finds the line that a first field begins.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for line in Self.allCases where Self.isName(line.name, bytes, range) {
      self = line
      return
    }
    return nil
  }

  /// Whether a field is that name.
  static func isName(_ name: StaticString, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    var place = range.lowerBound
    for byte in String(describing: name).utf8 {
      guard bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }
}
