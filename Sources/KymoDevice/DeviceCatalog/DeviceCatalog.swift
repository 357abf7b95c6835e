public import KymoCore

/// The sample app: the commands of QuickConnect's DeviceCatalog that a sensor session drives.
///
/// | command | validate | business | view |
/// |---|---|---|---|
/// | `accel` | finite, within ±160 m/s² | magnitude; running low-pass | reply {x, y, z}, smoothed |
/// | `sendloc` | finite, latitude ±90, longitude ±180 | the first fix younger than 5 s, once | reply [lat, lon, alt] |
public enum DeviceCatalog {
  /// The name under which `--app` finds it.
  public static var name: String { "DeviceCatalog" }

  /// Maps the commands to new handlers; a map serves one dispatcher.
  public static func makeMap() -> CommandMap {
    var map = CommandMap()
    map.validate("accel", AccelerationRange())
    map.business("accel", AccelerationMagnitude())
    map.business("accel", AccelerationLowPass())
    map.view("accel", AccelerationView())
    map.validate("sendloc", LocationRange())
    map.business("sendloc", FirstFreshFix())
    map.view("sendloc", LocationView())
    return map
  }
}
