/// The content of a numeric field.
enum CSVNumber {
  /// A decimal number, exactly as written.
  case decimal(Decimal64)
  /// Infinity, with its sign.
  case infinite(isNegative: Bool)
  /// No value: the field is empty or says NaN or null.
  case missing
  /// Something else.
  case malformed

  /// Reads a field; white space around the number is skipped.
  ///
  /// The decimal mark is a point or a comma: fields are apart already, so a comma can be nothing
  /// else.
  init(span: Span<UInt8>, range: Range<Int>) {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, span[start] <= UInt8(ascii: " ") { start += 1 }
    while start < end, span[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    guard start < end else {
      self = .missing
      return
    }
    if let decimal = Decimal64(span: span, start: start, end: end) {
      self = .decimal(decimal)
    } else {
      self = Self.word(span: span, start: start, end: end)
    }
  }

  private static func word(span: Span<UInt8>, start: Int, end: Int) -> CSVNumber {
    guard end - start <= 9 else { return .malformed }
    var word = ""
    for index in start..<end { word.unicodeScalars.append(Unicode.Scalar(span[index] | 0x20)) }
    return switch word {
    case "nan", "+nan", "-nan", "null", "nil", "none", "n/a": .missing
    case "inf", "+inf", "infinity", "+infinity": .infinite(isNegative: false)
    case "-inf", "-infinity": .infinite(isNegative: true)
    default: .malformed
    }
  }
}
