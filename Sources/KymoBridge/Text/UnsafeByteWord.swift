/// Eight bytes of a text at a time, the first of them in the lowest bits of a word.
///
/// SAFETY: a load reads only bytes before `end` of a memory that the caller says has so many, and a store
/// writes eight bytes, for which the caller has compared its room.
enum ByteWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// A word of the byte `byte`, eight times.
  @inline(__always)
  static func repeating(_ byte: UInt8) -> UInt64 { ones &* UInt64(byte) }

  /// The bytes from `index` on, which is below `end`; zeros follow the last one.
  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer, at index: Int, end: Int) -> UInt64 {
    let rest = end &- index
    if rest >= 8 { return unsafe word(bytes + index) }
    // The last ones, moved down; of a text shorter than a word two halves that overlap, or single bytes.
    if end >= 8 { return unsafe Self.bytes(of: word(bytes + (end &- 8)), from: 8 &- rest) }
    if rest >= 4 {
      return unsafe half(bytes + index) | up(half(bytes + (end &- 4)), by: rest &- 4)
    }
    let middle = rest >> 1
    return unsafe byte(bytes + index) | up(byte(bytes + (index &+ middle)), by: middle)
      | up(byte(bytes + (end &- 1)), by: rest &- 1)
  }

  /// Writes all eight bytes.
  @inline(__always)
  static func store(_ word: UInt64, at place: UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  @inline(__always)
  private static func byte(_ bytes: UnsafeRawPointer) -> UInt64 {
    unsafe UInt64(bytes.load(as: UInt8.self))
  }

  /// A word `count` bytes further up, 0 to 7 of them.
  @inline(__always)
  private static func up(_ word: UInt64, by count: Int) -> UInt64 {
    word &<< UInt64(truncatingIfNeeded: 8 &* count)
  }

  // MARK: Marks

  // A mark is the top bit of a byte. None of these sums carries from one byte into the next.

  /// Marks bytes equal to `byte`.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ repeating(byte)
    return ~(((difference & ~tops) &+ ~tops) | difference) & tops
  }

  /// Marks bytes below `limit`, which is at most 0x80.
  @inline(__always)
  static func marks(below limit: UInt8, in word: UInt64) -> UInt64 {
    ~(((word | tops) &- repeating(limit)) | word) & tops
  }

  /// Of `marks` those of the first `count` bytes, 0 to 8 of them.
  @inline(__always)
  static func marks(_ marks: UInt64, ofFirst count: Int) -> UInt64 {
    count >= 8 ? marks : marks & (up(1, by: count) &- 1)
  }

  /// The bytes from `index` on moved to the front; all of them, as they are, if `index` is 8.
  @inline(__always)
  static func bytes(of word: UInt64, from index: Int) -> UInt64 {
    word &>> UInt64(truncatingIfNeeded: 8 &* index)
  }

  /// Which byte is marked first; 8 if none is.
  @inline(__always)
  static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }

  /// Whether no byte is above 0x7F.
  @inline(__always)
  static func isASCII(_ word: UInt64) -> Bool { word & tops == 0 }
}
