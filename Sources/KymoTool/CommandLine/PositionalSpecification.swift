/// An argument that is known by its place.
struct PositionalSpecification: Sendable {
  /// How many there must be.
  enum Count: Sendable {
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
  let name: String
  /// One sentence for the help.
  let help: String
  /// How many there must be.
  let count: Count
  /// What is accepted.
  let kind: ValueKind

  /// Declares a positional argument; a file unless something else is said.
  init(_ name: String, help: String, count: Count = .one, kind: ValueKind = .file) {
    self.name = name
    self.help = help
    self.count = count
    self.kind = kind
  }
}
