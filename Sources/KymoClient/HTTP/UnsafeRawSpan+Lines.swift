import Glibc

/// Bytes of messages.
///
/// SAFETY: a place is checked against the span before it is read, and a byte has no padding that could be
/// read. Pointers do not leave the call that lends them; `memchr` is given the count of the bytes behind
/// its start.
extension RawSpan {
  /// The byte at a place; traps if there is none.
  @inline(__always) func byte(_ place: Int) -> UInt8 {
    precondition(place >= 0 && place < byteCount)
    return unsafe unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  /// Where the next line end is, from a place on; nil if there is none.
  func lineEnd(from start: Int) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      guard let found = unsafe memchr(base + start, 10, bytes.count - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// The bytes as text; what is no UTF-8 is replaced.
  var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}

extension [UInt8] {
  /// Appends a copy of bytes.
  mutating func append(copyOf bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Lends the bytes.
  func lend<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }
  }
}

extension ResponseReader {
  /// Reads what came.
  ///
  /// - Parameter bytes: what came next on the connection.
  /// - Returns: how many of the bytes belong to the reply, if this was the last of it; nil if there is more
  ///   to come.
  /// - Throws: why it is no reply; the connection is then of no use.
  /// - Complexity: O(bytes).
  public mutating func read(_ bytes: [UInt8]) throws(ResponseError) -> Int? {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ResponseError) in
      try unsafe read(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes)))
    }
  }
}
