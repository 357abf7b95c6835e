/// Room for what is received, used by one connection after the other.
///
/// SAFETY: the memory is allocated in `init`, set to zero, and freed in `deinit`; the object is its only
/// owner. Bytes are lent for one call, no more than there are.
@safe final class ReceiveBuffer {
  let start: UnsafeMutableRawPointer
  let capacity: Int

  init(capacity: Int = 128 << 10) {
    self.capacity = capacity
    unsafe start = .allocate(byteCount: capacity, alignment: 64)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { unsafe start.deallocate() }
}

extension ResponseReader {
  /// Reads the first bytes of a buffer, as ``read(_:)``.
  mutating func read(_ buffer: ReceiveBuffer, count: Int) throws(ResponseError) -> Int? {
    precondition(count >= 0 && count <= buffer.capacity)
    return try unsafe read(
      RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: buffer.start, count: count))
    )
  }
}

extension ReplyExcerpt {
  /// Takes the first bytes of a buffer, as ``add(_:shown:)``.
  mutating func add(_ buffer: ReceiveBuffer, count: Int, shown: Int) {
    precondition(count >= 0 && count <= buffer.capacity)
    unsafe add(
      RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: buffer.start, count: count)),
      shown: shown
    )
  }
}
