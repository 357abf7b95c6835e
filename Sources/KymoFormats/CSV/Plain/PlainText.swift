/// Reads the fields of plain rows, eight characters at a time.
///
/// A function that does not understand what it sees gives nil, and the row is read by ``CSVReader/nextRow()``.
struct PlainText {
  /// The byte between two fields.
  let separator: UInt8
  /// The decimal mark beside the point; the point again if a comma separates fields.
  let mark: UInt8

  private let separators: UInt64
  private static let lineFeeds = ByteWord.repeated(UInt8(ascii: "\n"))
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")

  /// Takes the byte between two fields.
  init(separator: UInt8) {
    self.separator = separator
    mark = separator == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
    separators = ByteWord.repeated(separator)
  }

  /// Appends digits to `mantissa`; how many there are, nil if they do not fit or the text ends too early.
  @inline(__always)
  private func digits(
    _ bytes: Span<UInt8>,
    _ cursor: inout Int,
    _ mantissa: inout UInt64
  ) -> Int? {
    let start = cursor
    while true {
      guard cursor &+ 8 <= bytes.count else { return nil }
      let values = ByteWord.values(bytes.word(at: cursor))
      let others = ByteWord.others(values)
      if others == 0 {
        guard mantissa < 100_000_000_000 else { return nil }
        mantissa = mantissa &* 100_000_000 &+ ByteWord.number(values)
        cursor &+= 8
        continue
      }
      let bits = others.trailingZeroBitCount & ~7
      guard bits > 0 else { return cursor &- start }
      let count = bits &>> 3
      guard mantissa < Decimal64.integerPowers[19 &- count] else { return nil }
      mantissa =
        mantissa &* Decimal64.integerPowers[count]
        &+ ByteWord.number(values &<< UInt64(64 &- bits))
      cursor &+= count
      return cursor &- start
    }
  }

  /// The number at `cursor`, which then stands behind it; nil if there is anything but a number of up to 19 digits.
  ///
  /// What follows is not looked at.
  @inline(__always)
  func number(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Decimal64? {
    longNumber(bytes, &cursor) ?? anyNumber(bytes, &cursor)
  }

  /// ``number(_:_:)`` of any length.
  @inline(__always)
  private func anyNumber(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Decimal64? {
    guard cursor &+ 8 <= bytes.count else { return nil }
    var number = Decimal64()
    var next = bytes[cursor]
    number.isNegative = next == UInt8(ascii: "-")
    cursor &+= number.isNegative || next == UInt8(ascii: "+") ? 1 : 0
    var count = 1
    // Most often there is one digit before the point; then nothing has to wait for its place to be known.
    if cursor &+ 2 <= bytes.count, bytes[cursor &+ 1] == UInt8(ascii: "."),
      bytes[cursor] &- UInt8(ascii: "0") < 10
    {
      number.mantissa = UInt64(bytes[cursor] &- UInt8(ascii: "0"))
      cursor &+= 1
    } else {
      guard let before = digits(bytes, &cursor, &number.mantissa) else { return nil }
      count = before
    }
    next = bytes[cursor]
    if next == UInt8(ascii: ".") || next == mark {
      cursor &+= 1
      guard let more = digits(bytes, &cursor, &number.mantissa) else { return nil }
      number.exponent = 0 &- more
      count &+= more
      next = bytes[cursor]
    }
    guard count > 0 else { return nil }
    guard next | 0x20 == UInt8(ascii: "e") else { return number }
    cursor &+= 1
    guard cursor &+ 4 <= bytes.count else { return nil }
    next = bytes[cursor]
    let isNegative = next == UInt8(ascii: "-")
    if isNegative || next == UInt8(ascii: "+") { cursor &+= 1 }
    // Most often there are two digits.
    let (tens, ones) = (
      bytes[cursor] &- UInt8(ascii: "0"), bytes[cursor &+ 1] &- UInt8(ascii: "0")
    )
    if tens < 10, ones < 10, bytes[cursor &+ 2] &- UInt8(ascii: "0") >= 10 {
      cursor &+= 2
      let power = Int(tens &* 10 &+ ones)
      number.exponent &+= isNegative ? 0 &- power : power
      return number
    }
    var exponent: UInt64 = 0
    guard let written = digits(bytes, &cursor, &exponent), 1...4 ~= written else { return nil }
    number.exponent &+= isNegative ? 0 &- Int(exponent) : Int(exponent)
    return number
  }

  /// Goes to the end of a field that nobody reads; false if it is not plain.
  @inline(__always)
  func skip(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
    guard cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") else {
      return false
    }
    while cursor &+ 8 <= bytes.count {
      let word = bytes.word(at: cursor)
      let ends =
        ByteWord.matches(word, separators) | ByteWord.matches(word, Self.lineFeeds)
        | ByteWord.matches(word, 0)
      if ends != 0 {
        cursor &+= ends.trailingZeroBitCount &>> 3
        return true
      }
      cursor &+= 8
    }
    return false
  }

  /// Goes behind the end of a line, LF or CRLF; false if there is something else.
  @inline(__always)
  func endLine(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
    guard cursor &+ 2 <= bytes.count else { return false }
    if bytes[cursor] == Self.carriageReturn { cursor &+= 1 }
    guard bytes[cursor] == Self.lineFeed else { return false }
    cursor &+= 1
    return true
  }
}
