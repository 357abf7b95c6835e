/// An argument that is known by its place.
package struct PositionalSpecification: Sendable {
  /// How many there must be.
  package enum Count: Sendable {
    /// Exactly one.
    case one
    /// None or one.
    case optional
    /// One or more; only the last positional may repeat.
    case oneOrMore
    /// None or more; only the last positional may repeat.
    case any
  }

  /// The name under which the value is asked for, and which help shows, such as `recording`.
  package let name: String
  /// One sentence for the help.
  package let help: String
  /// How many there must be.
  package let count: Count
  /// The kind of value that is accepted.
  package let kind: ValueKind

  /// Declares a positional argument; a file unless something else is said.
  package init(_ name: String, help: String, count: Count = .one, kind: ValueKind = .file) {
    self.name = name
    self.help = help
    self.count = count
    self.kind = kind
  }
}
