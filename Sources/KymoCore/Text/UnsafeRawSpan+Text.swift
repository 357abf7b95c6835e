// SAFETY: bytes are read through buffers of the span's or the static string's own count.
extension RawSpan {
  /// The bytes as text; what is not UTF-8 is replaced.
  public var text: String {
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the bytes are those of `other`.
  @usableFromInline func isEqual(to other: StaticString) -> Bool {
    other.withUTF8Buffer { other in
      unsafe withUnsafeBytes { own in
        guard own.count == other.count else { return false }
        for index in own.indices where unsafe own[index] != other[index] { return false }
        return true
      }
    }
  }
}
