import KymoCore

/// Reads of a raw span, which has no safe ones yet.
///
/// SAFETY: bytes are read within the span's own count, while the span is borrowed.
enum UnsafeBytes {
  /// A copy of all bytes.
  static func copy(_ span: RawSpan) -> [UInt8] {
    unsafe span.withUnsafeBytes { unsafe Array($0) }
  }

  /// Whether every byte is the one that `expected` gives for its offset; allocates nothing.
  static func agree(_ span: RawSpan, _ expected: (Int) -> UInt8) -> Bool {
    unsafe span.withUnsafeBytes { bytes in
      for offset in 0..<bytes.count {
        if unsafe bytes[offset] != expected(offset) { return false }
      }
      return true
    }
  }
}

extension EventQueue.Producer {
  /// Pushes an event that carries `bytes`; a byte has no padding that could be read.
  @discardableResult
  mutating func push(_ event: Event, bytes: [UInt8]) -> PushResult {
    unsafe push(event, message: bytes.span.bytes)
  }
}

extension UnsafeBytes {
  /// The id of a name given as bytes, which need not be valid UTF-8.
  static func id(of name: [UInt8], in table: borrowing CommandTable) -> CommandID {
    unsafe table.id(of: name.span.bytes)
  }
}

extension UnsafeBytes {
  /// Lets `body` read `bytes` as a span.
  static func lend<Result, Failure: Error>(
    _ bytes: [UInt8],
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe bytes.span.bytes)
  }
}

extension UnsafeBytes {
  /// Lets `body` read the first `count` of `bytes`.
  static func lend(_ bytes: [UInt8], upTo count: Int, _ body: (RawSpan) -> Void) {
    unsafe body(bytes.span.extracting(0..<count).bytes)
  }
}

extension UnsafeBytes {
  /// Lets `body` read two arrays of bytes.
  static func lend<Result>(
    _ first: [UInt8],
    _ second: [UInt8],
    _ body: (RawSpan, RawSpan) -> Result
  ) -> Result {
    body(unsafe first.span.bytes, unsafe second.span.bytes)
  }
}
