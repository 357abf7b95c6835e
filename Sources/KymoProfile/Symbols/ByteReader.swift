/// Numbers out of bytes that may be anything, little end first: nil beyond the end, never a trap.
struct ByteReader: Sendable {
  /// The bytes.
  let bytes: [UInt8]

  /// The number of `width` bytes at a place.
  ///
  /// - Parameters:
  ///   - place: where it begins.
  ///   - width: 1, 2, 4 or 8.
  /// - Returns: nil beyond the end.
  func number(at place: UInt64, width: Int) -> UInt64? {
    guard place <= UInt64(bytes.count), UInt64(bytes.count) - place >= UInt64(width) else {
      return nil
    }
    var value: UInt64 = 0
    for index in 0..<width {
      value |= UInt64(bytes[Int(place) + index]) << UInt64(8 * index)
    }
    return value
  }

  /// The number at an index of a table of them; nil also if the index leaves the table's numbers.
  func number(at base: UInt64, plus offset: UInt64, width: Int) -> UInt64? {
    let (place, overflow) = base.addingReportingOverflow(offset)
    return overflow ? nil : number(at: place, width: width)
  }

  /// The text up to the next zero; nil if it begins beyond the end, or no zero follows.
  func text(at place: UInt64) -> String? {
    guard place < UInt64(bytes.count) else { return nil }
    let rest = bytes[Int(place)...]
    guard let end = rest.firstIndex(of: 0) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
