/// A column of a ``TextTable``.
struct TextColumn: Sendable {
  /// The heading.
  let title: String
  /// Whether cells line up on the right, as numbers do.
  let isRightAligned: Bool

  /// A column of words.
  static func left(_ title: String) -> TextColumn {
    TextColumn(title: title, isRightAligned: false)
  }

  /// A column of numbers.
  static func right(_ title: String) -> TextColumn {
    TextColumn(title: title, isRightAligned: true)
  }
}
