import KymoHTTP

/// Words and escapes in requests.
enum URLText {
  /// Whether a byte is a part of a word: what a value must not have beside it.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether what stands in a range, and begins a word, is not a part of something longer.
  static func isWhole(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let last = bytes[range.upperBound - 1]
    guard range.upperBound < bytes.count else { return !isFraction(bytes, range) }
    return !(isWord(last) && isWord(bytes[range.upperBound])) && !isFraction(bytes, range)
  }

  /// Whether digits beside a dot go on behind it, or before: 1 is no part of 1.5.
  private static func isFraction(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    func isDigit(_ place: Int) -> Bool {
      bytes.indices.contains(place) && 48...57 ~= bytes[place]
    }
    func isDot(_ place: Int) -> Bool {
      bytes.indices.contains(place) && bytes[place] == UInt8(ascii: ".")
    }
    let (first, end) = (range.lowerBound, range.upperBound)
    return isDigit(end - 1) && isDot(end) && isDigit(end + 1)
      || isDigit(first) && isDot(first - 1) && isDigit(first - 2)
  }

  /// Bytes as they stand in a URL, with escapes for all but what `encodeURIComponent` keeps.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    PercentEscapes.encode(bytes, keeping: PercentEscapes.isComponent)
  }
}
