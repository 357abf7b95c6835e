/// Findings that have a page to look at of their own.
public protocol PagedFindings: Findings {
  /// The page: HTML that asks nobody for anything, with a line end at the end.
  var page: String { get }
}
