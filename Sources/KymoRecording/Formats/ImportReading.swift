/// Files of one format being read, one table after the other.
///
/// A format that has all its tables at once returns ``ImportedTables``.
public protocol ImportReading {
  /// What the files say about the recording; asked for when the last table has been finished.
  var description: SessionDescription { get }

  /// Reads the next table; nil when there is none left.
  ///
  /// A table without rows is one of a sensor that gave nothing, which is listed as a repair.
  ///
  /// - Throws: ``ImportError`` when a row cannot be read, and in strict mode when a repair is
  ///   necessary.
  mutating func next(log: inout ImportLog) throws(ImportError) -> ImportTable?

  /// Completes a table whose rows are in the order of time now: units and axes that only the
  /// numbers tell. Does nothing unless a format says otherwise.
  ///
  /// - Throws: ``ImportError`` in strict mode when a repair is necessary.
  mutating func finish(_ table: inout ImportTable, log: inout ImportLog) throws(ImportError)
}

extension ImportReading {
  /// Leaves the table as it is.
  public mutating func finish(
    _ table: inout ImportTable,
    log: inout ImportLog
  ) throws(ImportError) {}
}
