import KymoHTTP

/// Says whether a text is JSON and, if it is not, what is wrong first, and where.
///
/// A second reading of the grammar (RFC 8259), apart from the parser: the parser says that something is
/// wrong, this says what; and each is a check of the other. Nothing is built and nothing allocated.
public struct JSONSyntax: ~Copyable {
  private enum Place {
    /// A value must follow.
    case value
    /// A name must follow.
    case name
    /// A comma or the end of the container must follow.
    case separator
  }

  private let maximumDepth: Int
  private var closers: UnsafeStack<UInt8>  // Of the open containers.

  /// Sets a byte for each open container aside.
  public init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
    closers = UnsafeStack(capacity: maximumDepth)
  }

  /// The first error in a text; nil if it is JSON within the limits.
  ///
  /// - Complexity: O(bytes), without recursion.
  public mutating func firstError(in text: RawSpan) -> JSONError? {
    text.withBytes { (bytes) -> JSONError? in
      do throws(JSONError) {
        try check(bytes)
        return nil
      } catch {
        return error
      }
    }
  }

  private mutating func check(_ bytes: Span<UInt8>) throws(JSONError) {
    var index = 0
    closers.pop(closers.count)
    var place = Place.value
    Self.skipSpace(&index, bytes)
    if index == bytes.count { throw JSONError(.empty, at: index) }
    while true {
      Self.skipSpace(&index, bytes)
      if place == .separator, closers.isEmpty {
        guard index == bytes.count else { throw Self.unexpected(index, bytes) }
        return
      }
      guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
      let byte = bytes[index]
      if place == .separator {
        if byte == UInt8(ascii: ",") {
          place = closers.top == UInt8(ascii: "}") ? .name : .value
        } else if byte == closers.top {
          closers.pop()
        } else {
          throw Self.unexpected(index, bytes)
        }
        index += 1
        continue
      }
      if place == .name {
        guard byte == UInt8(ascii: "\"") else { throw Self.unexpected(index, bytes) }
        try Self.skipString(&index, bytes)
        Self.skipSpace(&index, bytes)
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
        guard bytes[index] == UInt8(ascii: ":") else { throw Self.unexpected(index, bytes) }
        index += 1
        place = .value
        continue
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let isArray = byte == UInt8(ascii: "[")
        let closer = isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")
        let start = index
        index += 1
        Self.skipSpace(&index, bytes)
        // As for the parser, an empty container is no deeper than what it stands in.
        if index < bytes.count, bytes[index] == closer {
          index += 1
          break
        }
        guard closers.count < maximumDepth else {
          throw JSONError(.tooDeep(limit: maximumDepth), at: start)
        }
        closers.push(closer)
        place = isArray ? .value : .name
        continue
      case UInt8(ascii: "\""): try Self.skipString(&index, bytes)
      case UInt8(ascii: "t"): try Self.skip("true", &index, bytes)
      case UInt8(ascii: "f"): try Self.skip("false", &index, bytes)
      case UInt8(ascii: "n"): try Self.skip("null", &index, bytes)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try Self.skipNumber(&index, bytes)
      default: throw Self.unexpected(index, bytes)
      }
      place = .separator
    }
  }

  private static func unexpected(_ index: Int, _ bytes: Span<UInt8>) -> JSONError {
    UTF8Sequence.length(at: index, in: bytes) == 0
      ? JSONError(.invalidUTF8, at: index) : JSONError(.unexpectedByte(bytes[index]), at: index)
  }

  private static func skipSpace(_ index: inout Int, _ bytes: Span<UInt8>) {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private static func skip(
    _ word: String,
    _ index: inout Int,
    _ bytes: Span<UInt8>
  ) throws(JSONError) {
    for byte in word.utf8 {
      guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
      guard bytes[index] == byte else { throw unexpected(index, bytes) }
      index += 1
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func skipDigits(_ index: inout Int, _ bytes: Span<UInt8>) throws(JSONError) {
    guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
    guard isDigit(bytes[index]) else { throw unexpected(index, bytes) }
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
  }

  private static func skipNumber(_ index: inout Int, _ bytes: Span<UInt8>) throws(JSONError) {
    let start = index
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let firstDigit = index
    try skipDigits(&index, bytes)
    if bytes[firstDigit] == UInt8(ascii: "0"), index > firstDigit + 1 {
      throw unexpected(firstDigit + 1, bytes)
    }
    let endOfDigits = index
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try skipDigits(&index, bytes)
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      try skipDigits(&index, bytes)
    }
    let isInRange =
      index == endOfDigits
      ? isWithin64Bits(firstDigit..<endOfDigits, isNegative, bytes)
      : numberIsFinite(start..<index, bytes)
    if !isInRange { throw JSONError(.numberOutOfRange, at: start) }
  }

  private static func isWithin64Bits(
    _ digits: Range<Int>,
    _ isNegative: Bool,
    _ bytes: Span<UInt8>
  ) -> Bool {
    guard digits.count <= 20 else { return false }
    var value: UInt64 = 0
    for index in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(bytes[index] - UInt8(ascii: "0")))
      if overflow || carry { return false }
      value = sum
    }
    return !isNegative || value <= UInt64(Int64.max) + 1
  }

  private static func skipString(_ index: inout Int, _ bytes: Span<UInt8>) throws(JSONError) {
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try skipEscape(&index, bytes)
      case 0..<0x20: throw JSONError(.unescapedControl(bytes[index]), at: index)
      default:
        let length = UTF8Sequence.length(at: index, in: bytes)
        if length == 0 { throw JSONError(.invalidUTF8, at: index) }
        index += length
      }
    }
    throw JSONError(.unexpectedEnd, at: index)
  }

  private static func skipEscape(_ index: inout Int, _ bytes: Span<UInt8>) throws(JSONError) {
    let start = index
    guard index + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
    case UInt8(ascii: "u"):
      guard let first = codeUnit(at: index, bytes) else { throw JSONError(.badEscape, at: start) }
      index += 6
      if (0xDC00...0xDFFF).contains(first) { throw JSONError(.loneSurrogate, at: start) }
      if (0xD800...0xDBFF).contains(first) {
        guard let second = codeUnit(at: index, bytes), (0xDC00...0xDFFF).contains(second) else {
          throw JSONError(.loneSurrogate, at: start)
        }
        index += 6
      }
    default: throw JSONError(.badEscape, at: start)
    }
  }

  /// The number of the escape `\uXXXX` at `index`, or nil if there is none.
  private static func codeUnit(at index: Int, _ bytes: Span<UInt8>) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = HexDigit.value(of: bytes[index + offset]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Whether a text that is JSON in all else escapes half of a surrogate pair.
  static func hasLoneSurrogate(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index = bytes.firstIndex(of: UInt8(ascii: "\\"), in: index..<bytes.count) ?? bytes.count
        continue
      }
      guard let first = codeUnit(at: index, bytes) else {
        index += 2
        continue
      }
      index += 6
      guard (0xD800...0xDFFF).contains(first) else { continue }
      guard first < 0xDC00, let second = codeUnit(at: index, bytes),
        (0xDC00...0xDFFF).contains(second)
      else { return true }
      index += 6
    }
    return false
  }
}
