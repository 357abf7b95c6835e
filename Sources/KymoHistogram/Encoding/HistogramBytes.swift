/// Reads an encoded histogram from front to back; nothing is read that is not there.
struct HistogramBytes {
  private(set) var rest: ArraySlice<UInt8>
  private let start: Int
  /// Whether these bytes came out of a compressed part.
  let isInCompressedPart: Bool

  init(_ bytes: ArraySlice<UInt8>, isInCompressedPart: Bool) {
    rest = bytes
    start = bytes.startIndex
    self.isInCompressedPart = isInCompressedPart
  }

  /// How many bytes were read.
  var offset: Int { rest.startIndex - start }

  /// Reads a whole number.
  mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type,
    _ name: String
  ) throws(HistogramDecodingError) -> Value {
    let size = Value.bitWidth / 8
    guard rest.count >= size else {
      throw failure(.truncated, "the bytes end within the \(name)")
    }
    let value = rest.prefix(size).reduce(Value.zero) {
      $0 << 8 | Value(truncatingIfNeeded: $1)
    }
    rest = rest.dropFirst(size)
    return value
  }

  /// Reads a number in the packed form of V2.
  mutating func packed() throws(HistogramDecodingError) -> Int64 {
    let place = offset
    guard let value = ZigZagLEB128.pop(from: &rest) else {
      throw failure(.truncated, at: place, "the bytes end within a count")
    }
    return value
  }

  /// An error, here unless a place is given.
  func failure(
    _ kind: HistogramDecodingError.Kind,
    at place: Int? = nil,
    _ message: String
  ) -> HistogramDecodingError {
    HistogramDecodingError(
      kind,
      at: place ?? offset,
      isInCompressedPart: isInCompressedPart,
      message
    )
  }
}
