import CSimdJSON

/// Text being put together, as UTF-8, in memory that is allocated once and used again and again.
///
/// Text that does not fit is left out, and ``isOverfull`` says so until the next ``reset()``: a
/// writer asks once at its end and not after every piece.
///
/// SAFETY: `bytes` is allocated for `capacity` bytes in `init` and freed in `deinit`. Every append goes
/// through `reserve`, which compares with the capacity first, or compares the room for all that one of its
/// steps may write; `count` bytes are initialised. `scratch` has room for the longest text of a number.
@safe @frozen @usableFromInline struct UnsafeTextBuffer: ~Copyable {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0
  /// The capacity, or -1 once something did not fit.
  @usableFromInline var limit: Int
  @usableFromInline let scratch: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    precondition(capacity >= 0, "a buffer cannot have \(capacity) bytes")
    self.capacity = capacity
    limit = capacity
    unsafe bytes = .allocate(capacity: max(capacity, 1))
    unsafe scratch = .allocate(capacity: SIMDJSON_NUMBER_TEXT)
  }

  @inlinable deinit {
    unsafe bytes.deallocate()
    unsafe scratch.deallocate()
  }

  /// Whether something did not fit since the last reset.
  var isOverfull: Bool { limit < 0 }

  @inline(__always)
  mutating func reset() {
    count = 0
    limit = capacity
  }

  /// How many bytes may be written; negative once something did not fit.
  @inline(__always)
  var room: Int { limit &- count }

  /// Where `length` bytes may be written, or nil if they do not fit; counts them as written.
  @inline(__always)
  mutating func reserve(_ length: Int) -> UnsafeMutablePointer<UInt8>? {
    guard length <= room else {
      limit = -1
      return nil
    }
    let place = unsafe bytes + count
    count &+= length
    return unsafe place
  }

  /// The last byte, or 0 if there is none.
  @inline(__always)
  var last: UInt8 { count == 0 ? 0 : unsafe bytes[count &- 1] }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if let place = unsafe reserve(1) { unsafe place.pointee = byte }
  }

  /// Appends two bytes.
  @inline(__always)
  mutating func append(_ first: UInt8, _ second: UInt8) {
    guard let place = unsafe reserve(2) else { return }
    unsafe place[0] = first
    unsafe place[1] = second
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    if let place = unsafe reserve(length) {
      unsafe UnsafeMutableRawPointer(place).copyMemory(from: text.utf8Start, byteCount: length)
    }
  }

  mutating func append(_ text: borrowing RawSpan) {
    let length = text.byteCount
    guard let place = unsafe reserve(length) else { return }
    unsafe text.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(place).copyMemory(from: start, byteCount: length)
    }
  }

  mutating func append(_ value: UInt64) {
    if value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
    var rest = value
    var start = SIMDJSON_NUMBER_TEXT
    repeat {
      start &-= 1
      unsafe scratch[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    let length = SIMDJSON_NUMBER_TEXT &- start
    if let place = unsafe reserve(length) {
      unsafe place.update(from: scratch + start, count: length)
    }
  }

  mutating func append(_ value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(value.magnitude)
  }

  /// Appends the shortest text that reads back as the finite `value`.
  mutating func append(shortest value: Double) {
    // Whole numbers that a double has every one of are their own digits; a zero may have a sign.
    if value.magnitude < 0x1p53, value != 0 {
      let whole = Int64(value)
      if Double(whole) == value { return append(whole) }
    }
    appendScratch(unsafe simdjson_write_double(value, scratch))
  }

  /// Appends `value` as `%f` prints it.
  mutating func append(fixed6 value: Double) {
    appendScratch(unsafe simdjson_write_fixed6(value, scratch))
  }

  /// Appends `value` as `%g` prints it with so many digits.
  mutating func append(_ value: Double, digits: Int32) {
    appendScratch(unsafe simdjson_write_general(value, digits, scratch))
  }

  private mutating func appendScratch(_ length: Int) {
    if let place = unsafe reserve(length) { unsafe place.update(from: scratch, count: length) }
  }

  /// Appends `text` as a JSON string, in quotes.
  ///
  /// Quote, backslash and the control characters are escaped, everything else is copied.
  @inline(never)
  mutating func append(quoted text: borrowing RawSpan) {
    append(UInt8(ascii: "\""))
    unsafe text.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      let end = source.count
      var index = 0
      while index < end {
        unsafe append(start, from: &index, to: end) { word in
          ByteWord.marks(below: 0x20, in: word)
            | ByteWord.marks(of: UInt8(ascii: "\""), in: word)
            | ByteWord.marks(of: UInt8(ascii: "\\"), in: word)
        } escaping: {
          $0 >= 0x20
        }
        guard index < end else { break }
        appendEscaped(unsafe start.load(fromByteOffset: index, as: UInt8.self))
        index &+= 1
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends the bytes of `source` from `index` on, with a backslash before each marked one that `isEscaped`
  /// says yes to; stops at the first of the other marked ones, and where there is little room.
  @inline(__always)
  mutating func append(
    _ source: UnsafeRawPointer,
    from index: inout Int,
    to end: Int,
    marking mark: (UInt64) -> UInt64,
    escaping isEscaped: (UInt8) -> Bool
  ) {
    var from = index
    var to = count
    // A word becomes 16 bytes at most, and the last store of eight begins behind them.
    let last = limit &- 24
    words: while from < end, to <= last {
      let word = unsafe ByteWord.load(source, at: from, end: end)
      unsafe ByteWord.store(word, at: bytes + to)
      let rest = end &- from
      var marks = mark(word)
      if marks == 0, rest >= 8 {
        // Not by a length that depends on the word: the next load need not wait for this one.
        from &+= 8
        to &+= 8
        continue
      }
      let length = min(rest, 8)
      marks = ByteWord.marks(marks, ofFirst: length)
      var done = 0
      while marks != 0 {
        let place = ByteWord.first(marks)
        let byte = UInt8(truncatingIfNeeded: ByteWord.bytes(of: word, from: place))
        to &+= place &- done
        done = place
        guard isEscaped(byte) else {
          from &+= done
          break words
        }
        unsafe bytes[to] = UInt8(ascii: "\\")
        unsafe ByteWord.store(ByteWord.bytes(of: word, from: place), at: bytes + to + 1)
        to &+= 1
        marks &= marks &- 1
      }
      from &+= length
      to &+= length &- done
    }
    index = from
    count = to
  }

  /// Appends one byte of a JSON string.
  @inline(never)
  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(UInt8(ascii: "\\"), byte)
    case 0x08: append(UInt8(ascii: "\\"), UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "\\"), UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "\\"), UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "\\"), UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "\\"), UInt8(ascii: "r"))
    case 0..<0x20:
      append(#"\u00"# as StaticString)
      append(
        Self.hexDigit(byte >> 4, letter: UInt8(ascii: "a")),
        Self.hexDigit(byte & 15, letter: UInt8(ascii: "a"))
      )
    default: append(byte)
    }
  }

  static func hexDigit(_ value: UInt8, letter: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : letter + value - 10
  }

  /// Writes the pieces of `source` that `ranges` names, in their order, over the bytes from `start` on.
  mutating func replace(from start: Int, with source: borrowing UnsafeTextBuffer) {
    guard source.count <= capacity - start else {
      limit = -1
      return
    }
    unsafe (bytes + start).update(from: source.bytes, count: source.count)
    count = start + source.count
  }

  /// Appends the bytes `range` of `source`.
  mutating func append(_ range: Range<Int>, of source: borrowing UnsafeTextBuffer) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count, "no such bytes")
    if let place = unsafe reserve(range.count) {
      unsafe place.update(from: source.bytes + range.lowerBound, count: range.count)
    }
  }

  /// One byte.
  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "no such byte")
    return unsafe bytes[index]
  }

  /// Lets `body` read what has been put together.
  @inlinable func withText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(
      unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: bytes, count: count))
    )
  }
}
