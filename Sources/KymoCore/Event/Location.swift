/// One location fix.
///
/// A value that the source did not give is NaN, never -1.
@frozen public struct Location: BitwiseCopyable, Sendable {
  /// Degrees north on WGS 84, -90...90.
  public var latitude: Double
  /// Degrees east on WGS 84, -180...180.
  public var longitude: Double
  /// Metres above the datum that the recording's metadata names; NaN if unknown.
  public var altitude: Double
  /// Radius of horizontal uncertainty in m, at the confidence that the metadata names; NaN if unknown.
  public var horizontalAccuracy: Float
  /// Vertical uncertainty in m; NaN if unknown.
  public var verticalAccuracy: Float
  /// Speed over ground in m/s; NaN if unknown.
  public var speed: Float
  /// Direction of travel in degrees clockwise from true north, 0..<360; NaN if unknown.
  public var course: Float
  /// When the fix was determined, in ns on the clock of the event that carries it.
  ///
  /// A phone first delivers a cached fix: the event's timestamp minus this is the age of the fix.
  public var fixTimestamp: Int64

  /// Takes the fields as they are.
  ///
  /// Any value is accepted; validation is a stage of dispatch.
  @inlinable public init(
    latitude: Double,
    longitude: Double,
    altitude: Double = .nan,
    horizontalAccuracy: Float = .nan,
    verticalAccuracy: Float = .nan,
    speed: Float = .nan,
    course: Float = .nan,
    fixTimestamp: Int64
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
    self.fixTimestamp = fixTimestamp
  }
}
