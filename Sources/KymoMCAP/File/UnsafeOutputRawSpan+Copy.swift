/// Copies borrowed bytes into an output span.
///
/// SAFETY: the length is checked against the free capacity before the copy, and the count of
/// initialised bytes grows by exactly what was copied.
extension OutputRawSpan {
  /// Appends all bytes; traps if they do not fit.
  @inlinable public mutating func append(copying bytes: RawSpan) {
    precondition(bytes.byteCount <= freeCapacity)
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe withUnsafeMutableBytes { target, count in
        guard let base = target.baseAddress else { return }
        unsafe (base + count).copyMemory(from: start, byteCount: source.count)
        count += source.count
      }
    }
  }
}
