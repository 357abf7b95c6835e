/// Where a reader's bytes come from: a file, a pipe, or memory.
public protocol MCAPByteSource: AnyObject {
  /// Bytes of the whole file, or nil if only reading to the end will tell.
  ///
  /// A source without a size can be read from front to back only.
  var size: UInt64? { get }

  /// Appends bytes of the file, from `offset` on, to `output` until that is full or the file ends.
  ///
  /// The output may hold other bytes already.
  ///
  /// - Throws: `system` with the `errno` of the failed call.
  func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError)
}
