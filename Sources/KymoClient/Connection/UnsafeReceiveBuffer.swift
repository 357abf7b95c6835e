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

  /// Lends the first bytes.
  func lend<Result, Failure: Error>(
    _ count: Int,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(count >= 0 && count <= capacity)
    return try unsafe body(
      RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    )
  }
}
