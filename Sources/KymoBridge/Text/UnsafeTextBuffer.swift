import CSimdJSON

/// Text being put together, as UTF-8, in memory that is allocated once and used again and again.
///
/// What does not fit is left out, and ``isOverfull`` says so until the next ``reset()``: a writer asks once at
/// its end and not after every piece.
///
/// SAFETY: `bytes` is allocated for `capacity` bytes in `init` and freed in `deinit`. Every append goes
/// through `reserve`, which compares with the capacity first; `count` bytes are initialised. `scratch` has
/// room for the longest text of a number.
@safe @frozen @usableFromInline struct UnsafeTextBuffer: ~Copyable {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0
  @usableFromInline var isOverfull = false
  @usableFromInline let scratch: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    precondition(capacity >= 0, "a buffer cannot have \(capacity) bytes")
    self.capacity = capacity
    unsafe bytes = .allocate(capacity: max(capacity, 1))
    unsafe scratch = .allocate(capacity: SIMDJSON_NUMBER_TEXT)
  }

  @inlinable deinit {
    unsafe bytes.deallocate()
    unsafe scratch.deallocate()
  }

  mutating func reset() {
    count = 0
    isOverfull = false
  }

  /// Where `length` bytes may be written, or nil if they do not fit; counts them as written.
  @inline(__always)
  private mutating func reserve(_ length: Int) -> UnsafeMutablePointer<UInt8>? {
    guard length <= capacity - count, !isOverfull else {
      isOverfull = true
      return nil
    }
    let place = unsafe bytes + count
    count += length
    return unsafe place
  }

  /// The last byte, or 0 if there is none.
  var last: UInt8 { count == 0 ? 0 : unsafe bytes[count - 1] }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if let place = unsafe reserve(1) { unsafe place.pointee = byte }
  }

  mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    if let place = unsafe reserve(length) {
      unsafe place.update(from: text.utf8Start, count: length)
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
    var rest = value
    var start = SIMDJSON_NUMBER_TEXT
    repeat {
      start -= 1
      unsafe scratch[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    let length = SIMDJSON_NUMBER_TEXT - start
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

  /// Appends `text` as the inside of a JSON string.
  ///
  /// Quote, backslash and the control characters are escaped, everything else is copied.
  mutating func append(escaped text: borrowing RawSpan) {
    unsafe text.withUnsafeBytes { source in
      var start = 0
      var index = 0
      while index < source.count {
        // Eight bytes at a time while none of them needs an escape.
        while index + 8 <= source.count {
          let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          if Self.hasSpecial(word) { break }
          index += 8
        }
        guard index < source.count else { break }
        let byte = unsafe source[index]
        if byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
          index += 1
          continue
        }
        append(
          unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: source[start..<index]))
        )
        appendEscape(byte)
        index += 1
        start = index
      }
      append(
        unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: source[start..<source.count]))
      )
    }
  }

  /// Whether one of eight bytes is a control character, a quote or a backslash.
  ///
  /// A byte above 0x7F never makes it true, and a carry into the next byte only after one that is.
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let found = control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
    return found & high != 0
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00" as StaticString)
      append(Self.hexDigit(byte >> 4, letter: UInt8(ascii: "a")))
      append(Self.hexDigit(byte & 15, letter: UInt8(ascii: "a")))
    }
  }

  static func hexDigit(_ value: UInt8, letter: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : letter + value - 10
  }

  /// Writes the pieces of `source` that `ranges` names, in their order, over the bytes from `start` on.
  mutating func replace(from start: Int, with source: borrowing UnsafeTextBuffer) {
    guard source.count <= capacity - start else {
      isOverfull = true
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
