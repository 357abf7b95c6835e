/// Room for what is received, used by one connection after the other.
///
/// Public, and compiled into whoever reads, as that is done for every packet.
///
/// SAFETY: the memory is allocated in `init`, set to zero, and freed in `deinit`; the object is its only owner. A span of
/// it lives for one call, and has no more bytes than there are.
@safe public final class IOBuffer {
  @usableFromInline package let start: UnsafeMutableRawPointer
  /// How many bytes it has room for.
  public let capacity: Int

  /// Makes room for so many bytes, at least 1.
  package init(capacity: Int = 64 << 10) {
    self.capacity = capacity
    unsafe start = .allocate(byteCount: capacity, alignment: 64)
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { unsafe start.deallocate() }

  /// Lends the first bytes.
  @inlinable public func withBytes<Result, Failure: Error>(
    _ count: Int,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(count >= 0 && count <= capacity)
    return try unsafe body(
      RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    )
  }
}
