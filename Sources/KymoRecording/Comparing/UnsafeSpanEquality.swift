import Glibc

/// Whether two spans are the same bytes.
///
/// SAFETY: each pointer is that of a span that outlives the call, and no more bytes are read than the shorter one has.
enum UnsafeSpanEquality {
  /// Whether two spans have the same bytes.
  static func isEqual(_ left: RawSpan, _ right: RawSpan) -> Bool {
    guard left.byteCount == right.byteCount else { return false }
    return unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return unsafe memcmp(first, second, left.count) == 0
      }
    }
  }
}
