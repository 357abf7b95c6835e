/// Room for what is received, used by one connection after the other.
///
/// SAFETY: the memory is allocated in `init`, set to zero, and freed in `deinit`; the object is its only owner. A span of
/// it lives for one call, and has no more bytes than there are.
@safe final class IOBuffer {
  let start: UnsafeMutableRawPointer
  let capacity: Int

  init(capacity: Int = 64 << 10) {
    self.capacity = capacity
    unsafe start = .allocate(byteCount: capacity, alignment: 64)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Lends the first bytes.
  func withBytes<R>(_ count: Int, _ body: (RawSpan) -> R) -> R {
    precondition(count >= 0 && count <= capacity)
    return unsafe body(
      RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    )
  }
}
