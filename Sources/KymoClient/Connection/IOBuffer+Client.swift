import KymoPoll

extension ResponseReader {
  /// Reads the first bytes of a buffer, as ``read(_:)``.
  mutating func read(_ buffer: IOBuffer, count: Int) throws(ResponseError) -> Int? {
    try buffer.withBytes(count) { (bytes) throws(ResponseError) in try read(bytes) }
  }
}

extension ReplyExcerpt {
  /// Takes the first bytes of a buffer, as ``add(_:shown:)``.
  mutating func add(_ buffer: IOBuffer, count: Int, shown: Int) {
    buffer.withBytes(count) { add($0, shown: shown) }
  }
}
