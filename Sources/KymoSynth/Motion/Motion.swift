import KymoCore

/// The carrier of the phone, from moment to moment.
protocol Motion: Sendable {
  /// Where it is.
  var position: GroundPosition { get }
  /// Its speed over ground in m/s.
  var speed: Double { get }
  /// The direction it moves in, clockwise from north.
  var heading: BinaryAngle { get }
  /// Lets `seconds` pass.
  mutating func advance(seconds: Double)
  /// The proper acceleration in m/s² on the phone's axes, with the noise of the sensor.
  mutating func acceleration() -> Acceleration
}
