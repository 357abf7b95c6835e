import CHtp

/// What is odd about the lines of a header, as they come.
///
/// SAFETY: bytes are lent by libhtp for one call, with their count, and read within it.
@safe struct HeadLines {
  /// Whether a line does not end with CR LF, or goes on in the next, or there is a NUL.
  private(set) var areOdd = false
  /// Whether such a line may say where the message ends.
  private(set) var mayFrame = false
  private var last = UInt8(ascii: "\n")

  /// Looks at what follows.
  mutating func add(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    guard let bytes = unsafe bytes, count > 0 else { return }
    let oddness = unsafe kymo_htp_oddness(last, bytes, count)
    if oddness & 1 != 0 { areOdd = true }
    if oddness & 2 != 0 { mayFrame = true }
    last = unsafe bytes[count - 1]
  }
}
