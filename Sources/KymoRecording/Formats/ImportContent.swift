/// The bytes of a file that is not in memory, to be read as often as necessary.
public protocol ImportContent: Sendable {
  /// Begins to read at the first byte, whatever others are reading.
  ///
  /// - Throws: ``ImportError`` when that is impossible.
  func open() throws(ImportError) -> any ImportByteReader
}
