/// One accelerometer sample: proper acceleration in m/s², canonical axes.
///
/// The axes are x right, y up, z out of the screen, as in the W3C Accelerometer specification: a phone
/// at rest, face up, reads (0, 0, +9.81).
@frozen public struct Acceleration: BitwiseCopyable, Sendable, Equatable {
  /// Along the short edge of the screen, to the right, in m/s².
  public var x: Double
  /// Along the long edge of the screen, upwards, in m/s².
  public var y: Double
  /// Out of the screen, in m/s².
  public var z: Double

  /// Takes the three components in m/s².
  ///
  /// Any value is accepted; validation is a stage of dispatch.
  @inlinable public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// Standard gravity in m/s² (3rd CGPM, 1901): the factor from g to m/s².
  @inlinable public static var standardGravity: Double { 9.80665 }
}
