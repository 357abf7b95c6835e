/// A column of a ``TextTable``.
package struct TextColumn: Sendable {
  /// The heading.
  package let title: String
  /// Whether cells line up on the right, as numbers do.
  package let isRightAligned: Bool

  /// A column of words.
  package static func left(_ title: String) -> TextColumn {
    TextColumn(title: title, isRightAligned: false)
  }

  /// A column of numbers.
  package static func right(_ title: String) -> TextColumn {
    TextColumn(title: title, isRightAligned: true)
  }
}
