/// Bytes of a stream that wait for what the other end sends.
struct HTTPPiece {
  var bytes: [UInt8]
  /// When they came, in ns since 1970.
  var time: Int64
  /// Where they begin in their stream.
  var place: Int64

  /// How many bytes may wait, and in how many pieces.
  static let maximumBytes = 1 << 20
  static let maximumCount = 1024

  /// All but the first bytes.
  func rest(from count: Int) -> HTTPPiece {
    HTTPPiece(bytes: Array(bytes[count...]), time: time, place: place + Int64(count))
  }
}

extension [HTTPPiece] {
  /// Keeps bytes for later; false if that would be too many.
  mutating func append(_ bytes: RawSpan, _ time: Int64, _ place: Int64) -> Bool {
    guard bytes.byteCount > 0 else { return true }
    guard count < HTTPPiece.maximumCount,
      reduce(bytes.byteCount, { $0 + $1.bytes.count }) <= HTTPPiece.maximumBytes
    else { return false }
    append(HTTPPiece(bytes: bytes.array(), time: time, place: place))
    return true
  }
}
