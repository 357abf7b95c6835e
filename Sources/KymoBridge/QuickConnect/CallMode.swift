/// Whose rules hold for calls and replies; the raw value is its name in recordings and reports.
public enum CallMode: String, Sendable, CaseIterable {
  /// The rules of Kymograph: everything is escaped, checked, typed, and no text is cut.
  case strict
  /// The rules of the apps of 2009, so that their recordings replay as they behaved; where they
  /// crashed, an error.
  case legacy
}
