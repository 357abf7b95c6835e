/// A permission that a page's user may refuse.
public enum PagePermission: String, Sendable, CaseIterable {
  /// The device's place.
  case location
  /// What its accelerometer feels.
  case motion
}
