/// A table that a statement can name.
public struct QueryTableDescription: Sendable, Equatable {
  /// The name, a word of SQL.
  public let name: String
  /// The rows, in a few words.
  public let meaning: String
  /// The columns, in their order.
  public let columns: [QueryColumn]
}
