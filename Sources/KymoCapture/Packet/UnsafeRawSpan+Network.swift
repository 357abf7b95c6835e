/// Reads numbers of packets, and sums them up.
///
/// SAFETY: the range of a load is checked against the span before it, and integers have no invalid bits. The
/// sum reads whole words below the count of the bytes that it was lent.
extension RawSpan {
  /// The 16-bit number in network byte order at a byte; traps if it does not lie within the span.
  @inline(__always) func big16(at offset: Int) -> UInt16 {
    precondition(offset >= 0 && offset <= byteCount &- 2)
    return unsafe UInt16(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
  }

  /// The 32-bit number in network byte order at a byte; traps if it does not lie within the span.
  @inline(__always) func big32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= byteCount &- 4)
    return unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The 64-bit number in network byte order at a byte; traps if it does not lie within the span.
  @inline(__always) func big64(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= byteCount &- 8)
    return unsafe UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The byte at a place; traps if there is none.
  @inline(__always) func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount)
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The ones' complement sum of the Internet's checksums, folded to 16 bits and in network byte order.
  ///
  /// An odd last byte counts as one with a zero behind it. Over bytes that contain their own checksum, with
  /// everything else that goes into it as `initial`, it is 0xFFFF.
  ///
  /// - Complexity: O(bytes), several bytes per ns.
  func internetSum(_ initial: UInt64 = 0) -> UInt16 {
    // Native order, and swapped at the end: the sum does not mind.
    var sum: UInt64 = 0
    unsafe withUnsafeBytes { bytes in
      let words = bytes.count / 4
      for index in 0..<words {
        sum &+= UInt64(unsafe bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
      }
      var rest: UInt32 = 0
      for index in words * 4..<bytes.count {
        rest |= UInt32(unsafe bytes[index]) << UInt32(8 * (index - words * 4))
      }
      sum &+= UInt64(UInt32(littleEndian: rest))
    }
    return Self.folded(UInt64(UInt16(bigEndian: Self.folded(sum))) &+ initial)
  }

  /// A sum of 16-bit numbers with its carries added.
  static func folded(_ sum: UInt64) -> UInt16 {
    var sum = sum
    while sum >> 16 != 0 { sum = (sum & 0xFFFF) &+ (sum >> 16) }
    return UInt16(truncatingIfNeeded: sum)
  }

  /// The bytes as an array.
  func array() -> [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  /// Whether the bytes are those of `other`, and if not, where the first difference is.
  func firstDifference(_ other: RawSpan) -> Int? {
    let count = min(byteCount, other.byteCount)
    for index in 0..<count where byte(at: index) != other.byte(at: index) { return index }
    return nil
  }

  /// The first byte of a value in a range of places; nil if it is not there.
  func firstPlace(of value: UInt8, from start: Int = 0) -> Int? {
    for index in start..<max(start, byteCount) where byte(at: index) == value { return index }
    return nil
  }
}

extension [UInt8] {
  /// Appends a copy of bytes.
  mutating func append(copyOf bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Lends a part of the bytes.
  func lend<Result>(_ range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe withUnsafeBytes {
      unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: $0[range])))
    }
  }

  /// Lends the bytes.
  func lend<Result>(_ body: (RawSpan) -> Result) -> Result { lend(0..<count, body) }
}
