/// Files of one format being read, one channel after the other.
///
/// A format that has all its tables at once returns ``ImportedTables``.
public protocol ImportReading {
  /// The files' statements about the recording; asked for when the last stream has been read once.
  var description: SessionDescription { get }

  /// Opens the next stream, which stands at its first row; nil when there is none left.
  ///
  /// A stream without rows is one of a sensor that gave nothing, which is listed as a repair.
  ///
  /// - Throws: ``ImportError`` when a file cannot be read, and in strict mode when a repair is
  ///   necessary.
  mutating func next(log: inout ImportLog) throws(ImportError) -> (any ImportStream)?
}
