/// Texts of any length, first in and first out, in memory that is allocated once.
///
/// A text does not wrap: one that would begins at the start of the memory.
///
/// SAFETY: `bytes` is allocated in `init` and freed in `deinit`. Bytes from the oldest text's start up to
/// `end`, around the end of the memory if need be, belong to texts; `append` writes only outside of them and
/// within the capacity, and `withText` checks its bounds.
@safe @frozen @usableFromInline struct UnsafeTextRing: ~Copyable {
  @usableFromInline let bytes: UnsafeMutableRawPointer
  @usableFromInline let capacity: Int
  @usableFromInline var end = 0

  init(capacity: Int) {
    self.capacity = capacity
    unsafe bytes = .allocate(byteCount: capacity, alignment: 16)
  }

  @inlinable deinit { unsafe bytes.deallocate() }

  /// Forgets all texts.
  mutating func reset() { end = 0 }

  /// Copies `text`.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - oldest: where the oldest text begins that is still needed; nil if none is.
  /// - Returns: where the text begins, or nil if there is no room.
  mutating func append(_ text: RawSpan, oldest: Int?) -> Int? {
    let length = text.byteCount
    guard let start = place(length, oldest) else { return nil }
    unsafe text.withUnsafeBytes { source in
      guard let address = source.baseAddress else { return }
      unsafe (bytes + start).copyMemory(from: address, byteCount: length)
    }
    end = start + length
    return start
  }

  private func place(_ length: Int, _ oldest: Int?) -> Int? {
    guard let oldest else { return length <= capacity ? 0 : nil }
    // One byte stays free behind the texts, so that a full memory does not look like an empty one.
    if end >= oldest {
      if length <= capacity - end { return end }
      return length < oldest ? 0 : nil
    }
    return length < oldest - end ? end : nil
  }

  @inlinable func withText<Result, Failure: Error>(
    _ start: Int,
    _ length: Int,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(start >= 0 && length >= 0 && start <= capacity - length, "no such text")
    return try body(
      unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: bytes + start, count: length))
    )
  }
}
