import Glibc

/// Looks for bytes with what the C library has for it.
///
/// SAFETY: every callee reads as many bytes as a span of that length has: `extracting` checks ranges, and
/// lengths are compared before.
extension Span<UInt8> {
  /// Where `byte` stands first within `range`, or nil.
  ///
  /// - Precondition: `range` is within the span.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe extracting(range).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return unsafe range.lowerBound + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
    }
  }

  /// Whether the bytes begin with those of `prefix`.
  func starts(with prefix: Span<UInt8>) -> Bool {
    guard prefix.count <= count else { return false }
    return unsafe withUnsafeBufferPointer { bytes in
      unsafe prefix.withUnsafeBufferPointer { prefix in
        guard let start = bytes.baseAddress, let prefixStart = prefix.baseAddress else {
          return true
        }
        return unsafe memcmp(start, prefixStart, prefix.count) == 0
      }
    }
  }

  /// Whether `word` stands at `index`.
  ///
  /// - Precondition: `index` is not negative.
  @inline(__always)
  func has(_ word: StaticString, at index: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    precondition(index >= 0, "no such byte")
    guard index <= count - length else { return false }
    return unsafe withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return length == 0 }
      return unsafe memcmp(start + index, word.utf8Start, length) == 0
    }
  }
}
