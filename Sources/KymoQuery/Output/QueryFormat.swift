/// How the rows of a result are written.
public enum QueryFormat: String, Sendable, CaseIterable {
  /// Columns that line up, for people.
  case table
  /// Comma-separated values with a heading (RFC 4180), for spreadsheets; null is empty.
  case csv
  /// A document `kymograph.query/1`, for programs.
  case json
}
