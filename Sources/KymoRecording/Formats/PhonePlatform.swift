/// The operating system of a phone: it decides unit and sign of what some formats store.
public enum PhonePlatform: String, Sendable, CaseIterable {
  /// m/s²; +9.81 on z at rest, face up.
  case android
  /// Axes opposite to Android's; uncalibrated accelerations in g.
  case ios
}
