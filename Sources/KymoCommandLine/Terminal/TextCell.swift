import KymoText

/// The content of one cell of a ``TextTable``.
package enum TextCell: Sendable, ExpressibleByStringInterpolation {
  /// Words, without what steers a terminal.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number with so many decimals.
  case number(Double, decimals: Int)
  /// A duration in ns, with the unit that fits.
  case nanoseconds(Int64)
  /// No value.
  case missing

  /// Words, as they are.
  package init(stringLiteral value: String) { self = .text(value) }

  /// The cell in characters.
  package func text(for terminal: TerminalDescription) -> String {
    let isGrouped = terminal.isOutputTerminal
    return switch self {
    case .text(let text): text.printable
    case .integer(let value): isGrouped ? NumberText.grouped(value) : String(value)
    case .number(let value, let decimals):
      NumberText.fixed(value, decimals: decimals, isGrouped: isGrouped)
    case .nanoseconds(let value):
      QuantityText(isUnicode: terminal.isUnicode).duration(nanoseconds: value)
    case .missing: "-"
    }
  }
}
