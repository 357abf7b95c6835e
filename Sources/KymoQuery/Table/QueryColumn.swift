/// A column of a table: its name, its type, and its meaning.
public struct QueryColumn: Sendable, Equatable {
  /// The values that a column has; each may also be null.
  public enum Kind: String, Sendable {
    /// A whole number of 64 bits.
    case integer = "INTEGER"
    /// A double.
    case real = "REAL"
    /// A text.
    case text = "TEXT"
    /// Bytes.
    case blob = "BLOB"
  }

  /// The order of the rows by a column, which saves sorting and lets a table begin in the middle.
  enum Order: Sendable, Equatable {
    /// The rows are in no order by it.
    case none
    /// They ascend by the time in ns.
    case nanoseconds
    /// They ascend by the seconds since the start.
    case seconds
    /// They ascend by the whole second since the start.
    case second
    /// They ascend by the number of the step.
    case step
  }

  /// The name.
  public let name: String
  /// The type of its values.
  public let kind: Kind
  /// The unit; empty if there is none.
  public let unit: String
  /// The meaning, in a few words; may be empty.
  public let meaning: String
  let order: Order
  /// Whether few different values occur, so that rows can be given out grouped by it.
  let isKey: Bool

  init(
    _ name: String,
    _ kind: Kind,
    unit: String = "",
    _ meaning: String = "",
    order: Order = .none,
    isKey: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.meaning = meaning
    self.order = order
    self.isKey = isKey
  }

  /// The columns that say when something was: what rows in the order of time begin with.
  static let times = [
    QueryColumn("time_ns", .integer, unit: "ns", "as recorded", order: .nanoseconds),
    QueryColumn("seconds", .real, unit: "s", "since the first message", order: .seconds),
    QueryColumn("second", .integer, unit: "s", "the same, rounded down", order: .second),
  ]

  /// The number of a step.
  static func step(_ meaning: String) -> QueryColumn {
    QueryColumn("step", .integer, meaning, order: .step)
  }
}
