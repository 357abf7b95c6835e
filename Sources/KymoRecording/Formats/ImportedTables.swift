/// Tables that were read all at once.
public struct ImportedTables: ImportReading, Sendable {
  /// The files' description of the session.
  public let description: SessionDescription
  private var tables: ArraySlice<ImportTable>

  /// Gives `tables` in their order.
  public init(_ tables: [ImportTable], description: SessionDescription) {
    self.tables = tables[...]
    self.description = description
  }

  /// Gives the next table; nil when there is none left.
  public mutating func next(log: inout ImportLog) throws(ImportError) -> (any ImportStream)? {
    tables.popFirst().map { ImportedRows($0) }
  }
}
