/// The topics of the channels that the formats of phones have rows for.
public enum ImportTopic {
  /// Accelerations, as ``AccelerationRow``.
  public static let accelerometer = "/accelerometer"
  /// Fixes, as ``LocationRow``.
  public static let location = "/location"
  /// Angular velocity in rad/s, as ``SampleRow``: x, y, z.
  public static let gyroscope = "/gyroscope"
  /// Magnetic flux density in µT, as ``SampleRow``: x, y, z.
  public static let magnetometer = "/magnetometer"
  /// Pressure in Pa, and altitude in m relative to the start or NaN, as ``SampleRow``.
  public static let barometer = "/barometer"
}
