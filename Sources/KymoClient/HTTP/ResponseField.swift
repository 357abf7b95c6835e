import KymoHTTP

/// Where the name and the value of a field are in its line.
struct ResponseField {
  /// The fields that say where a reply ends, and what is after it.
  enum Kind {
    case contentLength
    case transferEncoding
    case connection
    case other
  }

  let name: Range<Int>
  /// Without the blanks around it.
  let value: Range<Int>

  /// Reads a line without its end; one that goes on with the field before it is none.
  init(_ text: RawSpan) throws(ResponseError) {
    var place = 0
    while place < text.byteCount, HTTPGrammar.isToken(text.byte(place)) { place += 1 }
    guard place > 0, place < text.byteCount, text.byte(place) == UInt8(ascii: ":") else {
      throw .field
    }
    name = 0..<place
    var start = place + 1
    var end = text.byteCount
    while start < end, HTTPGrammar.isBlank(text.byte(start)) { start += 1 }
    while end > start, HTTPGrammar.isBlank(text.byte(end - 1)) { end -= 1 }
    for place in start..<end {
      guard HTTPGrammar.isText(text.byte(place)) else { throw .field }
    }
    value = start..<end
  }

  func kind(of text: RawSpan) -> Kind {
    switch name.count {
    case 14 where Self.equals(text.extracting(name), "content-length"): .contentLength
    case 17 where Self.equals(text.extracting(name), "transfer-encoding"): .transferEncoding
    case 10 where Self.equals(text.extracting(name), "connection"): .connection
    default: .other
    }
  }

  /// The value as a length; several equal ones with commas between them are one.
  func length(in text: RawSpan) throws(ResponseError) -> Int64 {
    var result: Int64?
    var number: Int64?
    var isTooLarge = false
    for place in value {
      let byte = text.byte(place)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (next, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
        let (sum, more) = next.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
        number = overflow || more ? .max : sum
        if overflow || more { isTooLarge = true }
      case UInt8(ascii: ","):
        guard let one = number else { throw .contentLength }
        guard result.map({ $0 == one }) ?? true else { throw .severalLengths }
        (result, number) = (one, nil)
      case 32, 9:
        // Blanks are beside commas only.
        let isBehindComma = number == nil && result != nil
        guard isBehindComma || Self.isCommaNext(text, place, value.upperBound) else {
          throw .contentLength
        }
      default: throw .contentLength
      }
    }
    guard let number else { throw .contentLength }
    guard result.map({ $0 == number }) ?? true else { throw .severalLengths }
    guard !isTooLarge else { throw .contentLengthTooLarge }
    return number
  }

  private static func isCommaNext(_ text: RawSpan, _ place: Int, _ end: Int) -> Bool {
    var place = place
    while place < end, HTTPGrammar.isBlank(text.byte(place)) { place += 1 }
    return place < end && text.byte(place) == UInt8(ascii: ",")
  }

  /// Whether the value is this word alone, in any letter case; the word is in small letters.
  func isOnly(_ word: String, in text: RawSpan) -> Bool {
    Self.equals(text.extracting(value), word)
  }

  /// Whether a list has this word, in any letter case; the word is in small letters.
  func contains(_ word: String, in text: RawSpan) -> Bool {
    var start = value.lowerBound
    while start < value.upperBound {
      var end = start
      while end < value.upperBound, text.byte(end) != UInt8(ascii: ",") { end += 1 }
      var (first, last) = (start, end)
      while first < last, HTTPGrammar.isBlank(text.byte(first)) { first += 1 }
      while last > first, HTTPGrammar.isBlank(text.byte(last - 1)) { last -= 1 }
      if Self.equals(text.extracting(first..<last), word) { return true }
      start = end + 1
    }
    return false
  }

  private static func equals(_ bytes: RawSpan, _ word: String) -> Bool {
    guard bytes.byteCount == word.utf8.count else { return false }
    var place = 0
    for letter in word.utf8 {
      guard HTTPGrammar.lowered(bytes.byte(place)) == letter else { return false }
      place += 1
    }
    return true
  }
}
