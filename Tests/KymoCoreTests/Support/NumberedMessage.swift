import KymoTestSupport

/// A message whose length and bytes follow from a number, so that a reader can check all of it.
struct NumberedMessage {
  let number: UInt32
  let longest: Int

  /// 0 to `longest` bytes.
  var length: Int {
    var random = SeededRandom(seed: UInt64(number))
    return random.below(longest + 1)
  }

  func byte(_ offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(number) &* 31 &+ offset) &* 0x9E37_79B1 >> 7)
  }

  var bytes: [UInt8] { (0..<length).map(byte) }

  /// Whether `span` is this message.
  func isEqual(to span: RawSpan) -> Bool {
    span.byteCount == length && UnsafeBytes.agree(span, byte)
  }
}
