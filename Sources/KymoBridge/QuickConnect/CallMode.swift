/// Whose rules hold for calls and replies; the raw value is its name in recordings and reports.
public enum CallMode: String, Sendable, CaseIterable {
  /// What Kymograph does: everything is escaped, checked, typed, and no text is cut.
  case strict
  /// What apps of 2009 did, so that their recordings replay as they behaved; where they crashed, an error.
  case legacy
}
