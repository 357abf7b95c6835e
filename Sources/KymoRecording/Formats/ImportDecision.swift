/// A decision of ``ImportOptions`` that only some formats have a use for; the raw values are the names of the tool's
/// options.
public enum ImportDecision: String, Sendable, CaseIterable {
  /// ``ImportOptions/platform``.
  case platform
  /// ``ImportOptions/isInG``.
  case units
  /// ``ImportOptions/columns``, or those of single files.
  case columns
  /// ``ImportOptions/timeColumn``, or those of single files.
  case timeColumn = "time-column"
  /// ``ImportOptions/timeUnit``.
  case timeUnit = "time-unit"
  /// ``ImportOptions/pointInterval``.
  case every
}
