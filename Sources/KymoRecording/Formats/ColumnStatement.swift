/// A statement on the use of one column of a file.
public struct ColumnStatement: Sendable, Equatable {
  /// The name as the file has it.
  public var name: String
  /// The values that it became, such as `latitude`; nil if it was not used.
  public var use: String?
  /// Why they were not used, such as `unknown`; nil if they were.
  public var reason: String?

  /// Takes the name and the use of a column.
  public init(name: String, use: String?, reason: String? = nil) {
    self.name = name
    self.use = use
    self.reason = reason
  }
}
