/// A box above a summary.
public struct FindingsAlert: Sendable, Equatable {
  /// The sort of box, as GitHub has them: `CAUTION`.
  public var kind: String
  /// Its lines, which are Markdown.
  public var lines: [String]

  /// States it.
  public init(_ kind: String, _ lines: [String]) {
    self.kind = kind
    self.lines = lines
  }
}
