/// Reads a file from its beginning to its end.
public protocol ImportByteReader: AnyObject {
  /// Appends the next bytes, at least one and at most `count`; none at the end of the file.
  ///
  /// - Throws: ``ImportError`` when that is impossible, or when the import was interrupted.
  func read(_ count: Int, into bytes: inout [UInt8]) throws(ImportError)
}
