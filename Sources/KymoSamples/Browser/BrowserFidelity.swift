/// How closely the ``Browser`` follows the app of the book.
public enum BrowserFidelity: String, Sendable, CaseIterable {
  /// It does what the printed code does, gaps included.
  case faithful
  /// It does what the printed code was to do.
  case fixed
}
